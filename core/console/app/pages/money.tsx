import { read } from '../api.ts';
import { useLoad } from '../load.ts';
import { Badge } from '../parts/badge.tsx';
import { Loading } from '../parts/notice.tsx';
import { collectionAt } from '../collections.ts';
import { document } from '../records.ts';
import { Link, pathOf } from '../router.tsx';
import { may } from '../session.ts';
import { number, t, time } from '../translations.ts';
import { MoneyDays, UnappliedNotices } from './money_days.tsx';
import { Payments } from './payments.tsx';

interface LedgerCheck {
  readonly transactions: number;
  readonly entries: number;
  readonly accounts: number;
  readonly wrong: string | null;
  readonly time: string;
}

/** Lists of money and of recorded changes, in the order in which the page shows them. */
const lists = ['/api/orders', '/api/refunds', '/api/cash_accounts', '/api/admin_logs'];

/** Totals, reports, ledger check and links to lists that the user may see; at the path `payments`, the payments. */
export function Money({ path }: { readonly path: string }) {
  if (path === 'payments') return <Payments />;
  return (
    <>
      <h1>{t('money')}</h1>
      {may('admin_trade') && <MoneyDays />}
      {may('admin_order') && <UnappliedNotices />}
      {may('console_ledger') && <Ledger />}
      <Lists />
    </>
  );
}

function Ledger() {
  const loaded = useLoad(() => read<LedgerCheck>('/api/console/ledger_checks'), 'ledger');
  return (
    <section>
      <h2>{t('ledger')}</h2>
      <Loading of={loaded}>
        {({ wrong, transactions, entries, accounts, time: at }) => (
          <>
            <p>
              <Badge state={wrong === null ? 'ready' : 'problem'}>{t(wrong === null ? 'right' : 'wrong')}</Badge>{' '}
              {wrong}
            </p>
            <p>
              {t('ledgerChecked', {
                transactions: number(transactions),
                entries: number(entries),
                accounts: number(accounts),
              })}{' '}
              {t('ledgerTime', { time: time(at) })}
            </p>
          </>
        )}
      </Loading>
      <button type="button" onClick={loaded.again}>
        {t('checkAgain')}
      </button>
    </section>
  );
}

function Lists() {
  const loaded = useLoad(document, 'document');
  return (
    <section>
      <h2>{t('records')}</h2>
      {may('admin_trade') && (
        <p>
          <Link to="/money/payments">{t('payments')}</Link>
        </p>
      )}
      <Loading of={loaded}>
        {(found) => (
          <ul class="index">
            {lists
              .flatMap((address) => collectionAt(found, address) ?? [])
              .map(({ address, list }) => (
                <li key={address}>
                  <Link to={pathOf('/records', { list: address, back: '/money' })}>{address.replace('/api/', '')}</Link>{' '}
                  <small>{list.summary}</small>
                </li>
              ))}
          </ul>
        )}
      </Loading>
    </section>
  );
}
