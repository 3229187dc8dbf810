import { expect } from 'chai';
import { ACCEPTED, SlipShop } from '../../payments/slips.ts';
import { outcome, PAY_PASSWORD, type Bought, type Buyer } from '../shop.ts';
import { prepared, started } from '../../../../support/started.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('Closing orders', () => {
  const shop = started(() => SlipShop.open());

  const buyer = prepared(() => shop.buyer({ coins: 100_00 }));

  afterEach(async () => {
    shop.slips.trouble = undefined;
    await shop.expectSound();
  });

  const remove = async ({ sn }: Bought, { headers }: Buyer) =>
    outcome(await shop.place.api.delete(`/api/orders/${sn}`).set(headers));
  const closer = () => shop.services.closing;

  describe('by DELETE /orders/{sn}', () => {
    it('is permitted to their owner', async () => {
      const order = await shop.order(buyer, 3);
      const { body } = await shop.place.api.delete(`/api/orders/${order.sn}`).set(buyer.headers).expect(200);
      expect(body).to.deep.equal({ success: true });
      expect(await shop.read(buyer, order)).to.include({ status: 'closed', paidTime: null });
      expect((await shop.told(order)).map(({ name }) => name)).to.deep.equal(['order.created', 'order.closed']);
    });

    it('has no effect a second time', async () => {
      const order = await shop.order(buyer, 3);
      expect([await remove(order, buyer), await remove(order, buyer)]).to.deep.equal(['200', '200']);
      expect((await shop.told(order)).map(({ name }) => name)).to.deep.equal(['order.created', 'order.closed']);
    });

    it('is permitted to managers of orders, and to no other users', async () => {
      const order = await shop.order(buyer, 3);
      expect(await remove(order, await shop.buyer())).to.equal('403/13');
      expect(await remove(order, await shop.known('teacher'))).to.equal('403/13');
      expect(await remove(order, { headers: {} } as Buyer)).to.equal('401/11');
      expect(await shop.stateOf(order)).to.equal('created');
      expect(await remove(order, await shop.known('manager'))).to.equal('200');
      expect(await shop.stateOf(order)).to.equal('closed');
    });

    it('is rejected after the payment: 409/14', async () => {
      const order = await shop.order(buyer, 1);
      await shop.pay(buyer, order, '10.00');
      expect(await remove(order, buyer)).to.equal('409/14');
      expect(await remove(order, await shop.known('admin'))).to.equal('409/14');
      expect(await shop.stateOf(order)).to.equal('success');
    });

    it('answers 404/10 for an unknown order', async () => {
      expect(await remove({ id: '', sn: '1'.repeat(30) }, buyer)).to.equal('404/10');
    });

    it('returns reserved coins', async () => {
      const order = await shop.order(buyer, 4);
      const before = await shop.coinsOf(buyer);
      await shop.begin(buyer, order, { coinAmount: '20.00', payPassword: PAY_PASSWORD });
      expect(await shop.coinsOf(buyer)).to.equal(before - 20_00);
      expect(await remove(order, buyer)).to.equal('200');
      expect(await shop.coinsOf(buyer)).to.equal(before);
    });

    it('asks the payment platform first, and is rejected when they were paid', async () => {
      const order = await shop.order(buyer, 5);
      const { tradeSn } = await shop.begin(buyer, order);
      shop.slips.reports.set(tradeSn!, shop.notice(tradeSn!, 50_00));
      expect(await remove(order, buyer)).to.equal('409/14');
      expect(await shop.read(buyer, order)).to.include({ status: 'paid', paidCash: '50.00' });
    });

    it('is rejected while the payment platform is away: 503/8', async () => {
      const order = await shop.order(buyer, 6);
      await shop.begin(buyer, order);
      shop.slips.trouble = 'away';
      const { status, body, headers } = await shop.place.api.delete(`/api/orders/${order.sn}`).set(buyer.headers);
      expect([status, body.error.code]).to.deep.equal([503, 8]);
      expect(Number(headers['retry-after'])).to.be.above(0);
      expect(await shop.stateOf(order)).to.equal('paying');
      shop.slips.trouble = undefined;
      expect(await remove(order, buyer)).to.equal('200');
    });
  });

  describe('by age', () => {
    it('happens after 48 hours, not before', async () => {
      const order = await shop.order(buyer, 3);
      const count = () => closer().closeExpired();
      expect(await shop.later(47.99 * HOUR_MS, count)).to.deep.equal({ closed: 0, failed: 0 });
      expect(await shop.stateOf(order)).to.equal('created');
      expect(await shop.later(48.01 * HOUR_MS, count)).to.deep.equal({ closed: 1, failed: 0 });
      expect(await shop.stateOf(order)).to.equal('closed');
    });

    it('is done by a job that runs each minute', async () => {
      const jobs = shop.services.contributions.of('jobs');
      const job = jobs.find(({ name }) => name === 'orders.close_expired')!;
      expect(job.everySeconds).to.equal(60);
      const order = await shop.order(buyer, 3);
      await shop.later(3 * DAY_MS, () => job.run());
      expect(await shop.stateOf(order)).to.equal('closed');
    });

    it('includes orders with an open payment, and excludes paid ones', async () => {
      const [begun, paid] = [await shop.order(buyer, 6), await shop.order(buyer, 7)];
      await shop.begin(buyer, begun, { coinAmount: '10.00', payPassword: PAY_PASSWORD });
      const { tradeSn } = await shop.begin(buyer, paid);
      expect(await shop.report(tradeSn!, 70_00)).to.equal(ACCEPTED);
      expect(await shop.later(3 * DAY_MS, () => closer().closeExpired())).to.deep.equal({ closed: 1, failed: 0 });
      expect([await shop.stateOf(begun), await shop.stateOf(paid)]).to.deep.equal(['closed', 'success']);
    });

    it('counts no failure when the payment platform reports a payment', async () => {
      const order = await shop.order(buyer, 8);
      const { tradeSn } = await shop.begin(buyer, order);
      shop.slips.reports.set(tradeSn!, shop.notice(tradeSn!, 80_00));
      expect(await shop.later(3 * DAY_MS, () => closer().closeExpired())).to.deep.equal({ closed: 0, failed: 0 });
      expect(await shop.read(buyer, order)).to.include({ status: 'paid', paidCash: '80.00' });
    });

    it('continues after an order that cannot be closed', async () => {
      const [stuck, other] = [await shop.order(buyer, 9), await shop.order(buyer, 9)];
      await shop.begin(buyer, stuck);
      shop.slips.trouble = 'away';
      const counts = await shop.later(3 * DAY_MS, () => closer().closeExpired());
      expect(counts).to.deep.equal({ closed: 1, failed: 1 });
      expect([await shop.stateOf(stuck), await shop.stateOf(other)]).to.deep.equal(['paying', 'closed']);
      shop.slips.trouble = undefined;
      expect(await shop.later(3 * DAY_MS, () => closer().closeExpired())).to.deep.equal({ closed: 1, failed: 0 });
    });
  });

  it('finishes a delivered order after 30 days, which cannot be refunded then', async () => {
    const order = await shop.order(buyer, 40);
    await shop.later(29.9 * DAY_MS, () => closer().run());
    expect(await shop.stateOf(order)).to.equal('success');
    await shop.later(30.1 * DAY_MS, () => closer().run());
    expect(await shop.stateOf(order)).to.equal('finished');
    expect(await shop.read(buyer, order)).to.include({ status: 'paid' });
    const admin = await shop.known('admin');
    expect(outcome(await shop.post(`/orders/${order.sn}/refunds`, {}, admin))).to.equal('409/14');
  });
});
