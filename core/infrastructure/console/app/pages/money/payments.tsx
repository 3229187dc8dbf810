import { usePage } from '../../server/load.ts';
import { Badge } from '../../parts/badge.tsx';
import { Loading } from '../../parts/notice.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SearchForm, type Condition } from '../../parts/search_form.tsx';
import { Table } from '../../parts/table.tsx';
import { Back, Link, pathOf, place } from '../../router.tsx';
import { may } from '../../session.ts';
import { t, time } from '../../translations.ts';

interface Payment {
  readonly tradeSn: string;
  readonly status: (typeof statuses)[number];
  readonly type: (typeof types)[number];
  readonly orderSn: string | null;
  readonly userId: string;
  readonly nickname: string | null;
  readonly gateway: string;
  readonly cashAmount: string;
  readonly coinAmount: string;
  readonly refundStatus: 'running' | 'done' | 'failed' | null;
  readonly refundedCash: string;
  readonly refundedCoins: string;
  readonly createdTime: string;
}

interface Page {
  readonly data: readonly Payment[];
  readonly paging: { readonly total: number; readonly isEstimate?: boolean };
}

const PAGE = 20;
const statuses = ['created', 'paid', 'closed'] as const;
const types = ['purchase', 'recharge'] as const;

const conditions = (): Condition[] => [
  { name: 'orderSn', label: t('order') },
  { name: 'payer', label: t('payer') },
  { name: 'gateway', label: t('gateway') },
  { name: 'status', label: t('state'), choices: statuses.map((status) => [status, t(status)]) },
  { name: 'type', label: t('type'), choices: types.map((type) => [type, t(type)]) },
  { name: 'startDate', label: t('startDate'), more: { type: 'date' } },
  { name: 'endDate', label: t('endDate'), more: { type: 'date' } },
];

/** Payments of all users, with links to the payer, the payouts, the order and its refunds. */
export function Payments() {
  const { loaded } = usePage<Page>('/api/trades', { conditions: conditions(), size: PAGE });
  return (
    <>
      <Back to="/money">{t('money')}</Back>
      <h1>{t('payments')}</h1>
      <SearchForm conditions={conditions()} />
      <Loading of={loaded}>
        {({ data, paging: { total, isEstimate } }) => (
          <>
            <PaymentTable payments={data} />
            <Pager size={PAGE} total={total} isEstimate={isEstimate} />
          </>
        )}
      </Loading>
    </>
  );
}

function PaymentTable({ payments }: { readonly payments: readonly Payment[] }) {
  return (
    <Table
      label={t('payments')}
      rows={payments}
      keyOf={({ tradeSn }) => tradeSn}
      columns={[
        { title: t('time'), cell: ({ createdTime }) => time(createdTime) },
        { title: t('payer'), cell: (payment) => <Payer {...payment} /> },
        { title: t('type'), cell: ({ type }) => t(type) },
        { title: t('state'), cell: (payment) => <State {...payment} /> },
        { title: t('cash'), cell: ({ cashAmount }) => cashAmount, isNumber: true },
        { title: t('coins'), cell: ({ coinAmount }) => coinAmount, isNumber: true },
        { title: t('refundedCash'), cell: ({ refundedCash }) => refundedCash, isNumber: true },
        { title: t('refundedCoins'), cell: ({ refundedCoins }) => refundedCoins, isNumber: true },
        { title: t('gateway'), cell: ({ gateway }) => gateway },
        { title: t('order'), cell: (payment) => <OrderLinks {...payment} /> },
      ]}
    />
  );
}

const refundWords = { running: 'refundRunning', done: 'refunded', failed: 'refundFailed' } as const;

/** State of a payment: that of its refund, if there is one. */
function State({ status, refundStatus }: Pick<Payment, 'status' | 'refundStatus'>) {
  if (refundStatus === null) return <Badge state={status}>{t(status)}</Badge>;
  const state = { running: 'pending', done: 'refunded', failed: 'problem' }[refundStatus];
  return <Badge state={state}>{t(refundWords[refundStatus])}</Badge>;
}

/** Address of the shown page, to which its links lead back. */
function address(): string {
  return pathOf('/money/payments', Object.fromEntries(place.value.query));
}

/** Links to the payer, and to the payouts of the payer's cash account. */
function Payer({ userId, nickname }: Pick<Payment, 'userId' | 'nickname'>) {
  const payouts = '/api/cash_accounts/{userId}/payouts';
  const name = nickname ?? userId;
  return (
    <>
      {may('admin_user') ? (
        <Link to={pathOf('/records', { list: '/api/users', record: userId, back: address() })}>{name}</Link>
      ) : (
        name
      )}
      {may('admin_order') && (
        <small>
          {' '}
          <Link to={pathOf('/records', { list: payouts, userId, back: address() })}>{t('payouts')}</Link>
        </small>
      )}
    </>
  );
}

/** Links to the order, and to its refunds if there are any. */
function OrderLinks({ orderSn: sn, refundStatus }: Pick<Payment, 'orderSn' | 'refundStatus'>) {
  if (sn === null) return null;
  if (!may('admin_order')) return <>{sn}</>;
  const refunds = '/api/orders/{orderSn}/refunds';
  return (
    <>
      <Link to={pathOf('/records', { list: '/api/orders', record: sn, back: address() })}>{sn}</Link>{' '}
      {refundStatus !== null && (
        <small>
          <Link to={pathOf('/records', { list: refunds, orderSn: sn, back: address() })}>{t('refunds')}</Link>
        </small>
      )}
    </>
  );
}
