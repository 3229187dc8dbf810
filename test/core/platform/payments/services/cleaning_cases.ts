import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { startShop } from '../../orders/shop.ts';

const DAY_MS = 86_400_000;
const outcomes = ['paid', 'unknown', 'wrong_amount', 'wrong_gateway', 'unapplied', 'refunded_outside'];

/** The cases of the job that cleans payments, for both databases. */
export function cleaningCases(): void {
  const platform = started(startShop);

  const sql = <Row>(text: string, values: (string | number)[] = []) =>
    platform.services.database.raw<Row>(text, values).then(({ rows }) => rows);
  const clean = () => platform.services.jobs.run('payments.clean');

  /** Reports of each outcome, and paid or closed trades with a payment page; both that many days old. */
  const add = async (days: number, count: number) => {
    const interval = `now() - interval '${days} days'`;
    for (const outcome of outcomes)
      await sql(
        `insert into payment_notices (gateway, trade_sn, platform_sn, amount, outcome, received_at)
         select 'Slips', 'r' || n || ?, 'p' || n, 100, ?, ${interval} from generate_series(1, ?::int) as n`,
        [days, outcome, count],
      );
    for (const status of ['paying', 'paid', 'closing', 'closed'])
      await sql(
        `insert into trades (sn, user_id, type, gateway, status, cash, bought_coins, begun, created_at, expires_at, asked_at, paid_at)
         select (100000000000000000000 + nextval('trades_id_seq'))::text, 4, 'recharge', 'Slips', ?, 100, 100,
           '{"payUrl": "https://slips.test"}', ${interval}, ${interval}, now(), ${status === 'paid' ? 'now()' : 'null'}
         from generate_series(1, ?::int)`,
        [status, count],
      );
  };
  const notices = async () => {
    const rows = await sql<{ outcome: string; count: number }>(
      'select outcome, count(*)::int as count from payment_notices group by outcome',
    );
    return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
  };
  const pages = async () => {
    const rows = await sql<{ status: string; count: number }>(
      `select status, count(*)::int as count from trades where begun is not null group by status`,
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  afterEach(async () => {
    await sql('delete from payment_notices');
    await sql('delete from trades');
  });

  it('keeps reports for ten years, and payment pages for thirty days', async () => {
    await add(29, 1);
    await clean();
    expect(await notices()).to.deep.equal(Object.fromEntries(outcomes.map((outcome) => [outcome, 1])));
    expect(await pages()).to.deep.equal({ paying: 1, paid: 1, closing: 1, closed: 1 });
  });

  it('empties old payment pages of ended trades only', async () => {
    await add(31, 700);
    await clean();
    expect(await pages()).to.deep.equal({ paying: 700, closing: 700 });
    expect(await sql('select id from trades')).to.have.length(2_800);
  });

  it('deletes old reports, except those that later payments and refunds need', async () => {
    await add(3_651, 700);
    await clean();
    expect(await notices()).to.deep.equal({ unapplied: 700, refunded_outside: 700 });
  });

  it('credits no amount of a repeated report again after the cleaning', async () => {
    const { notices: settlement, database } = platform.services;
    await add(31, 1);
    const [closed] = await sql<{ sn: string }>(`select sn from trades where status = 'closed'`);
    const report = { tradeSn: closed!.sn, platformSn: '77', paid: true, amount: 100 };
    await settlement.receive('Slips', report);
    await database.table('payment_notices').update({ received_at: new Date(Date.now() - 4_000 * DAY_MS) });
    await clean();
    await settlement.receive('Slips', report);
    const posted = await sql(`select id from ledger_transactions where reason = 'payment.unapplied' and trade_sn = ?`, [
      closed!.sn,
    ]);
    expect(posted).to.have.length(1);
  });
}
