import { useState } from 'preact/hooks';
import { fieldsOf, textOf } from '../../fields.ts';
import { RecordForm } from '../../parts/record_form.tsx';
import { Secrets } from '../../parts/secrets.tsx';
import { goWithMessage } from '../../parts/page_message.tsx';
import { filled, parameterOf, parentOf, titleOfAdding, type ListProps } from '../../collections.ts';
import { bodySchema, secretsIn } from '../../records.ts';
import { Back, Link, origin, pathOf } from '../../router.tsx';
import { t } from '../../translations.ts';
import type { Row } from './record_cell.tsx';
import { Concerned, listOf } from './record_parent.tsx';
import { useRead } from '../../server/load.ts';
import { Loading } from '../../parts/notice.tsx';

interface Made {
  readonly secrets: readonly (readonly [string, string])[];
  readonly to: string;
}

/** Form that adds a record to a list. Shows the secrets of the answer, because they cannot be read again. */
export function AddRecord({ document, collection, parents }: ListProps) {
  const { address, add, addAddress, item, isFinal } = collection;
  const name = filled(address, parents).replace('/api/', '');
  const [made, setMade] = useState<Made>();
  const body = bodySchema(document, add);
  const here = { list: address, ...parents, back: origin() };
  const saved = (answer: unknown) => {
    const row = (answer ?? {}) as Row;
    const id = row[parameterOf(item ?? '')] ?? row['id'];
    const to = pathOf('/records', { ...here, ...(collection.get && { record: textOf('text', id) }) });
    const secrets = add ? secretsIn(document, add, answer) : [];
    if (secrets.length > 0) setMade({ secrets, to });
    else goWithMessage(to, isFinal && add ? t('finished', { what: add.summary }) : t('added'));
  };
  const order = address === '/api/orders/{orderSn}/refunds' && parentOf(document, address, parents)?.own;
  const about = (
    <>
      {order && <RefundSentence order={order} />}
      <p>{add?.description}</p>
      <Concerned document={document} collection={collection} parents={parents} />
    </>
  );
  return (
    <>
      <Back to={listOf(here)}>{name}</Back>
      <h1>{titleOfAdding(collection)}</h1>
      <p>{made ? t('added') : isFinal ? add?.description : add?.summary}</p>
      {made && (
        <>
          <Secrets secrets={made.secrets} />
          <Link to={made.to}>{t('openRecord')}</Link>
        </>
      )}
      {!body && <p>{t('noForm')}</p>}
      {!made && body && (
        <RecordForm
          method="POST"
          address={filled(addAddress, parents)}
          fields={fieldsOf(document, body)}
          onSaved={saved}
          final={isFinal && add ? { what: add.summary, to: name, about } : undefined}
        />
      )}
    </>
  );
}

interface Order {
  readonly status: 'created' | 'paid' | 'refunding' | 'refunded' | 'closed';
  readonly paidCoin: string;
  readonly paidCash: string;
  readonly userId: string;
  readonly nickname: string | null;
}

/** Sentence about the money that the refund of an order gives back, and the state of the order. */
function RefundSentence({ order }: { readonly order: string }) {
  const loaded = useRead<Order>(order);
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
