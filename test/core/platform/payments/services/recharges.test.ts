import { expect } from 'chai';
import { outcome, type Buyer } from '../../orders/shop.ts';
import { ACCEPTED, REFUSED, SlipShop } from '../slips.ts';
import { started } from '../../../../support/started.ts';

const DAY_MS = 86_400_000;

describe('Buying coins', () => {
  const shop = started(() => SlipShop.open());
  let buyer: Buyer;
  beforeEach(async () => {
    buyer = await shop.buyer({ coins: 30_00 });
  });
  afterEach(async () => {
    Object.assign(shop.slips, { trouble: undefined, enabled: true });
    await shop.expectSound();
  });

  const recharge = (coinAmount: unknown, more: object = {}) =>
    shop.post('/trades', { gateway: 'Slips', type: 'recharge', coinAmount, ...more }, buyer);

  it('begins like any payment, and is stored as a trade', async () => {
    const { body } = await recharge('12.34').expect(200);
    expect(body).to.include({ status: 'created', payUrl: `https://slips.test/${body.tradeSn}` });
    const { body: kept } = await shop.get(`/trades/${body.tradeSn}`, buyer).expect(200);
    expect(kept).to.include({ type: 'recharge', orderSn: null, gateway: 'Slips', status: 'created', paidTime: null });
    expect(kept).to.include({ coinAmount: '0.00', cashAmount: '12.34', boughtCoins: '12.34' });
    expect(await shop.coinsOf(buyer)).to.equal(30_00);
  });

  for (const [rate, coins, cash] of [
    ['1.00', '100', 100_00],
    ['3.00', '100', 33_34],
    ['3.33', '0.01', 1],
    ['0.01', '1000000.00', 100_000_000_00],
    ['100', '1000000.00', 10_000_00],
  ] as const) {
    it(`costs the worth of the coins, rounded up: ${coins} at ${rate}`, async () => {
      await shop.with('coin', { rate }, async () => {
        const { body } = await recharge(coins).expect(200);
        expect(shop.slips.begun.at(-1)).to.include({ sn: body.tradeSn, amount: cash, title: '学币' });
      });
    });
  }

  it('credits the coins once they are paid, and only once', async () => {
    const { body } = await recharge('100').expect(200);
    expect(await shop.report(body.tradeSn, 99_99)).to.equal(REFUSED);
    expect(await shop.coinsOf(buyer)).to.equal(30_00);
    for (let time = 0; time < 3; time++) expect(await shop.report(body.tradeSn, 100_00)).to.equal(ACCEPTED);
    expect(await shop.coinsOf(buyer)).to.equal(130_00);
    const { body: kept } = await shop.get(`/trades/${body.tradeSn}`, buyer).expect(200);
    expect(kept).to.include({ status: 'paid' });
    const { rows } = await shop.services.database.raw<{ payload: object }>(
      `select payload from events where name = 'trade.paid' and payload->>'tradeSn' = ?`,
      [body.tradeSn],
    );
    const about = { tradeSn: body.tradeSn, orderSn: null, userId: buyer.id, type: 'recharge', gateway: 'Slips' };
    expect(rows.map(({ payload }) => payload)).to.deep.equal([{ ...about, coins: 0, cash: 100_00 }]);
  });

  it('credits the agreed number of coins, whatever their price has become', async () => {
    const { body } = await recharge('100').expect(200);
    await shop.with('coin', { rate: '5.00' }, async () => {
      expect(await shop.report(body.tradeSn, 100_00)).to.equal(ACCEPTED);
    });
    expect(await shop.coinsOf(buyer)).to.equal(130_00);
  });

  it('rejects zero, negative amounts and more than a million: 400/2010', async () => {
    for (const amount of [0, '0.00', -1, '-0.01', '1000000.01', '999999999999']) {
      expect(outcome(await recharge(amount)), String(amount)).to.equal('400/2010');
    }
  });

  it('is rejected while coins or the gateway are disabled: 400/20007', async () => {
    await shop.with('coin', { enabled: false }, async () => {
      expect(outcome(await recharge('1'))).to.equal('400/20007');
    });
    shop.slips.enabled = false;
    expect(outcome(await recharge('1'))).to.equal('400/20007');
  });

  it('ends after a day; a later payment is credited as cash', async () => {
    const { body } = await recharge('10').expect(200);
    await shop.later(DAY_MS - 60_000, () => shop.services.reconciliation.run());
    expect((await shop.services.trades.get(body.tradeSn)).status).to.equal('paying');
    await shop.later(DAY_MS + 150_000, () => shop.services.reconciliation.run());
    expect((await shop.services.trades.get(body.tradeSn)).status).to.equal('closing');
    expect(await shop.report(body.tradeSn, 10_00)).to.equal(ACCEPTED);
    expect([await shop.coinsOf(buyer), await shop.cashOf(buyer)]).to.deep.equal([30_00, 10_00]);
  });

  it('succeeds after a day when the platform knows a payment in time', async () => {
    const { body } = await recharge('10').expect(200);
    shop.slips.reports.set(body.tradeSn, shop.notice(body.tradeSn, 10_00));
    await shop.later(DAY_MS + 150_000, () => shop.services.reconciliation.run());
    expect([await shop.coinsOf(buyer), await shop.cashOf(buyer)]).to.deep.equal([40_00, 0]);
  });
});
