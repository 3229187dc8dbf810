import { expect } from 'chai';
import { SlipShop } from '../slips.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('Totals of payments by day and gateway', () => {
  const shop = started(() => SlipShop.open());
  let tradeSn: string;

  const manager = prepared(() => shop.known('manager'));

  before(async () => {
    const buyer = await shop.buyer({ coins: 100_00 });
    const coins = await shop.order(buyer, 1);
    await shop.pay(buyer, coins, '10.00');
    const order = await shop.order(buyer, 2);
    ({ tradeSn = '' } = await shop.begin(buyer, order));
    await shop.report(tradeSn, 20_00);
    await shop.report('1'.repeat(30), 1_00);
    for (const { sn } of [order, coins]) await shop.post(`/orders/${sn}/refunds`, {}, manager).expect(201);
    // 31 December in Shanghai, the zone of the installation, and 1 January there.
    const { database } = shop.services;
    await database.table('trades').where({ sn: tradeSn }).update({ paid_at: '2025-12-31T15:59:59Z' });
    await database.table('refunds').where({ trade_sn: tradeSn }).update({ ended_at: '2025-12-31T16:00:00Z' });
    await database.table('trades').where({ order_sn: coins.sn }).update({ paid_at: '2025-12-24T16:00:00Z' });
    await database.table('refunds').where({ order_sn: coins.sn }).update({ ended_at: '2025-12-24T15:59:59Z' });
    // The simulated platforms of earlier files may still send reports.
    const reported = database.table('payment_notices').whereIn('trade_sn', [tradeSn, '1'.repeat(30)]);
    await reported.update({ received_at: '2025-12-31T15:59:59Z' });
  });

  const totals = async (query = '') => {
    const ms = Date.parse('2025-12-31T17:00:00Z') - Date.now();
    const { body } = await shop.later(ms, () => shop.get(`/payment_totals${query}`, manager).expect(200));
    return (body as object[]).map((one) => Object.values(one).join(' '));
  };

  it('add up payments and refunds, each on its own day in the zone of the installation', async () => {
    const refunded = '2026-01-01 Slips 0 0.00 20.00 -20.00 0.00 0.00 0.00';
    const paid = '2025-12-31 Slips 1 20.00 0.00 20.00 0.00 0.00 0.00';
    expect(await totals('?days=1')).to.deep.equal([refunded]);
    expect(await totals()).to.deep.equal([refunded, paid]);
    const older = (await totals('?days=9')).slice(2);
    expect(older).to.deep.equal([
      '2025-12-25 Coin 1 0.00 0.00 0.00 10.00 0.00 10.00',
      '2025-12-24 Coin 0 0.00 0.00 0.00 0.00 10.00 -10.00',
    ]);
  });

  it('reject an invalid number of days, and callers who are not managers', async () => {
    for (const days of [0, 32]) await shop.get(`/payment_totals?days=${days}`, manager).expect(422);
    await shop.get('/payment_totals', await shop.known('student')).expect(403);
  });

  it('match lists of payments, refunds and reports that are filtered by days', async () => {
    const count = async (list: string, startDate: string, endDate: string) =>
      (await shop.get(`/${list}?startDate=${startDate}&endDate=${endDate}`, manager).expect(200)).body.paging.total;
    const each = (first: string, last = first) =>
      Promise.all(['trades', 'refunds', 'payment_notices'].map((list) => count(list, first, last)));
    expect(await each('2025-12-31')).to.deep.equal([1, 0, 2]);
    expect(await each('2026-01-01')).to.deep.equal([0, 1, 0]);
    expect(await each('2025-12-24', '2026-01-01')).to.deep.equal([2, 2, 2]);
    for (const list of ['trades', 'refunds', 'payment_notices'])
      await shop.get(`/${list}?startDate=2026-02-30`, manager).expect(422);
  });
});
