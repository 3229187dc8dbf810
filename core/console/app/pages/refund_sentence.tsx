import { read } from '../api.ts';
import { useLoad } from '../load.ts';
import { Loading } from '../parts/notice.tsx';
import { t } from '../translations.ts';

interface Order {
  readonly status: 'created' | 'paid' | 'refunding' | 'refunded' | 'closed';
  readonly paidCoin: string;
  readonly paidCash: string;
  readonly userId: string;
  readonly nickname: string | null;
}

/** Sentence about the money that the refund of an order gives back, and the state of the order. */
export function RefundSentence({ order }: { readonly order: string }) {
  const loaded = useLoad(() => read<Order>(order), order);
  return (
    <Loading of={loaded}>
      {({ status, paidCoin, paidCash, nickname, userId }) => (
        <>
          <p>
            <strong>{sentenceOf({ coins: paidCoin, cash: paidCash, payer: nickname ?? userId })}</strong>
          </p>
          <p>{t('orderState', { state: t(status === 'refunding' ? 'refundRunning' : status) })}</p>
        </>
      )}
    </Loading>
  );
}

function sentenceOf({ coins, cash, payer }: Readonly<Record<'coins' | 'cash' | 'payer', string>>): string {
  const parts = [
    ...(Number(coins) > 0 ? [t('coinsOf', { amount: coins })] : []),
    ...(Number(cash) > 0 ? [t('cashOf', { amount: cash })] : []),
  ];
  return parts.length === 0 ? t('nothingGoesBack') : t('goesBack', { amounts: parts.join(t('and')), payer });
}
