import { read } from '../api.ts';
import { useLoad } from '../load.ts';
import { Loading } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { Link, pathOf } from '../router.tsx';
import { may } from '../session.ts';
import { number, t } from '../translations.ts';

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
export function MoneyDays() {
  const loaded = useLoad(() => read<readonly Total[]>('/api/payment_totals'), 'totals');
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
export function UnappliedNotices() {
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
