import { read } from '../../server/api.ts';
import { useLoad, useRead } from '../../server/load.ts';
import { Badge } from '../../parts/badge.tsx';
import { Loading } from '../../parts/notice.tsx';
import { collectionAt } from '../../collections.ts';
import { document } from '../../records.ts';
import { Link, pathOf } from '../../router.tsx';
import { may } from '../../session.ts';
import { number, t, time } from '../../translations.ts';
import { Payments } from './payments.tsx';
import { Table } from '../../parts/table.tsx';

interface LedgerCheck {
  readonly transactions: number;
  readonly entries: number;
  readonly read: number;
  readonly accounts: number;
  readonly time: string;
  /** The first wrong row; null if all are right. */
  readonly wrong: string | null;
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
  const loaded = useRead<LedgerCheck>('/api/console/ledger_checks');
  return (
    <section>
      <h2>{t('ledger')}</h2>
      <Loading of={loaded}>
        {({ wrong, transactions, entries, read, accounts, time: at }) => (
          <>
            <p>
              <Badge state={wrong === null ? 'ready' : 'problem'}>{t(wrong === null ? 'right' : 'wrong')}</Badge>{' '}
              {wrong}
            </p>
            <p>
              {t('ledgerChecked', {
                transactions: number(transactions),
                entries: number(entries),
                read: number(read),
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

interface Total {
  readonly day: string;
  readonly gateway: string;
  readonly payments: number;
  readonly paidCash: string;
  readonly refundedCash: string;
  readonly netCash: string;
  readonly paidCoins: string;
  readonly refundedCoins: string;
  readonly netCoins: string;
}

/** Totals of the last days by gateway. A day leads to its payments, and to its refunds. */
function MoneyDays() {
  const loaded = useRead<readonly Total[]>('/api/payment_totals');
  const amounts = ['paidCash', 'refundedCash', 'netCash', 'paidCoins', 'refundedCoins', 'netCoins'] as const;
  return (
    <section>
      <h2>{t('lastDays')}</h2>
      <Loading of={loaded}>
        {(totals) => (
          <Table
            label={t('lastDays')}
            rows={totals}
            keyOf={({ day, gateway }) => `${day} ${gateway}`}
            columns={[
              { title: t('day'), cell: ({ day }) => <Day day={day} /> },
              { title: t('gateway'), cell: ({ gateway }) => gateway },
              { title: t('payments'), cell: (total) => <Count {...total} />, isNumber: true },
              ...amounts.map((name) => ({ title: t(name), cell: (total: Total) => total[name], isNumber: true })),
            ]}
          />
        )}
      </Loading>
    </section>
  );
}

function Day({ day }: Pick<Total, 'day'>) {
  if (!may('admin_order')) return <span class="unbroken">{day}</span>;
  const refunds = pathOf('/records', { list: '/api/refunds', startDate: day, endDate: day, back: '/money' });
  return (
    <>
      <span class="unbroken">{day}</span>{' '}
      <small>
        <Link to={refunds}>{t('refunds')}</Link>
      </small>
    </>
  );
}

function Count({ day, gateway, payments }: Pick<Total, 'day' | 'gateway' | 'payments'>) {
  const found = { gateway, status: 'paid', startDate: day, endDate: day };
  return <Link to={pathOf('/money/payments', found)}>{number(payments)}</Link>;
}

/** Outcomes of reports that need an operator. */
const outcomes = ['unapplied', 'wrong_amount', 'wrong_gateway', 'unknown', 'refunded_outside'] as const;
const notices = '/api/payment_notices';

/** Numbers of reports of payment platforms that were not applied to a payment, by outcome, with links to the lists. */
function UnappliedNotices() {
  const loaded = useLoad(
    () =>
      Promise.all(
        outcomes.map((outcome) =>
          read<{ readonly paging: { readonly total: number } }>(pathOf(notices, { outcome, limit: '1' })),
        ),
      ),
    'notices',
  );
  return (
    <section>
      <h2>{t('unappliedNotices')}</h2>
      <Loading of={loaded}>
        {(found) => (
          <ul>
            {outcomes.map((outcome, at) => (
              <li key={outcome}>
                <Link to={pathOf('/records', { list: notices, outcome, back: '/money' })}>{outcome}</Link>:{' '}
                {number(found[at]?.paging.total ?? 0)}
              </li>
            ))}
          </ul>
        )}
      </Loading>
    </section>
  );
}
