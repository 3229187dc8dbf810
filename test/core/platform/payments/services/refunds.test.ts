import { expect } from 'chai';
import { outcome, PAY_PASSWORD, type Bought, type Buyer } from '../../orders/shop.ts';
import { ACCEPTED, SlipShop } from '../slips.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('Refunds', () => {
  const shop = started(() => SlipShop.open());
  let buyer: Buyer;
  let order: Bought;

  const manager = prepared(() => shop.known('manager'));

  beforeEach(async () => {
    buyer = await shop.buyer({ coins: 100_00 });
    order = await shop.order(buyer, 2);
  });
  afterEach(async () => {
    shop.slips.trouble = undefined;
    await shop.expectSound();
  });

  const refund = (body: object = {}, by = manager) => shop.post(`/orders/${order.sn}/refunds`, body, by);
  const recorded = async (): Promise<any[]> => (await shop.get('/admin_logs', manager).expect(200)).body.data;
  const list = (by = manager) => shop.get(`/orders/${order.sn}/refunds`, by);
  /** Pays the order with coins and a slip. */
  async function payBoth(): Promise<string> {
    const half = { coinAmount: '5.00', payPassword: PAY_PASSWORD };
    const { tradeSn = '' } = await shop.begin(buyer, order, half);
    expect(await shop.report(tradeSn, 15_00)).to.equal(ACCEPTED);
    return tradeSn;
  }

  it('return the coins, and are shown and recorded', async () => {
    order = await shop.order(buyer, 1);
    await shop.pay(buyer, order, '10.00');
    const { body, headers } = await refund({ reason: 'Changed his mind.' }).expect(201);
    const { location = '' } = headers;
    expect(location).to.equal(`/api/orders/${order.sn}/refunds/${body.id}`);
    expect((await shop.place.api.get(location).set(manager.headers).expect(200)).body).to.deep.equal(body);
    const elsewhere = location.replace(order.sn, (await shop.order(buyer, 3)).sn);
    await shop.place.api.get(elsewhere).set(manager.headers).expect(404);
    await shop.place.api.get(location).set(buyer.headers).expect(403);
    const { id, sn, createdTime, endedTime, ...rest } = body;
    expect(rest).to.deep.equal({
      orderSn: order.sn,
      status: 'done',
      coins: '10.00',
      cash: '0.00',
      reason: 'Changed his mind.',
      userId: manager.id,
    });
    expect(id).to.match(/^[1-9]\d*$/);
    expect(sn).to.match(/^\d{19,32}$/);
    for (const time of [createdTime, endedTime]) expect(time).to.match(/^\d{4}-\d\d-\d\dT.*\+08:00$/);
    expect(await shop.coinsOf(buyer)).to.equal(100_00);
    expect(await shop.read(buyer, order)).to.include({ status: 'refunded', paidCoin: '10.00' });
    const [entry] = await recorded();
    expect(entry).to.deep.include({ userId: manager.id, action: 'add', fields: ['reason'] });
    expect([`/api${entry.path}`, entry.after.status]).to.deep.equal([location, 'running']);
    const listed = await list().expect(200);
    expect(listed.body).to.deep.equal({ data: [body], paging: { total: 1, offset: 0, limit: 10 } });
    expect(listed.headers['x-total-count']).to.equal('1');
    const names = (await shop.told(order)).map(({ name }) => name);
    expect(names).to.deep.equal(['order.created', 'order.paid', 'trade.paid', 'order.refunded']);
  });

  it('return coins and cash, each to its origin', async () => {
    const tradeSn = await payBoth();
    const { body } = await refund().expect(201);
    expect(body).to.include({ status: 'done', coins: '5.00', cash: '15.00', reason: '' });
    expect([await shop.coinsOf(buyer), await shop.cashOf(buyer)]).to.deep.equal([100_00, 0]);
    const { payment, ...asked } = shop.slips.refunded.at(-1)!;
    expect(payment).to.include({ sn: tradeSn });
    expect(asked).to.include({ refundSn: body.sn, paid: 15_00, amount: 15_00 });
    expect(asked.notifyUrl).to.match(/\/api\/callback\/Slips\/notify$/);
  });

  it('are rejected the second time: 409/14', async () => {
    await payBoth();
    await refund().expect(201);
    expect(outcome(await refund())).to.equal('409/14');
    expect(await shop.coinsOf(buyer)).to.equal(100_00);
    expect((await list()).body.paging.total).to.equal(1);
  });

  it('are rejected for unpaid orders: 409/14', async () => {
    expect(outcome(await refund())).to.equal('409/14');
    await shop.begin(buyer, order);
    expect(outcome(await refund())).to.equal('409/14');
    await shop.services.closing.close(order.sn);
    expect(outcome(await refund())).to.equal('409/14');
    expect((await list()).body.data).to.deep.equal([]);
  });

  it('are made for free orders, too', async () => {
    order = await shop.order(buyer, 40);
    expect((await refund().expect(201)).body).to.include({ status: 'done', coins: '0.00', cash: '0.00' });
    expect(await shop.stateOf(order)).to.equal('refunded');
  });

  it('are recorded like orders that managers close, unlike orders that users close', async () => {
    order = await shop.order(buyer, 1);
    const before = await recorded();
    await shop.place.api.delete(`/api/orders/${order.sn}`).set(manager.headers).expect(200);
    const [entry, ...more] = await recorded();
    expect(entry).to.deep.include({ action: 'remove', path: `/orders/${order.sn}`, after: { status: 'closed' } });
    const own = await shop.order(buyer, 1);
    await shop.place.api.delete(`/api/orders/${own.sn}`).set(buyer.headers).expect(200);
    expect(await recorded()).to.have.length(more.length + 1);
    expect(more).to.deep.equal(before);
  });

  it('are permitted to managers of orders only, for existing orders', async () => {
    await payBoth();
    for (const by of [buyer, await shop.known('teacher'), await shop.known('planner')]) {
      expect([outcome(await refund({}, by)), outcome(await list(by))]).to.deep.equal(['403/13', '403/13']);
    }
    const nobody = { headers: {} } as Buyer;
    expect([outcome(await refund({}, nobody)), outcome(await list(nobody))]).to.deep.equal(['401/11', '401/11']);
    order = { id: '', sn: '1'.repeat(30) };
    expect([outcome(await refund()), outcome(await list())]).to.deep.equal(['404/10', '404/10']);
  });

  it('accept nothing but the reason from the request', async () => {
    order = await shop.order(buyer, 1);
    await shop.pay(buyer, order, '10.00');
    const forged = { coins: '99.00', cash: '99.00', userId: '1', status: 'running', sn: '1', amount: 9900 };
    const { body } = await refund(forged).expect(201);
    expect(body).to.include({ coins: '10.00', cash: '0.00', userId: manager.id, status: 'done' });
  });

  it('wait while the platform is away, and are made when it is back', async () => {
    await payBoth();
    shop.slips.trouble = 'away';
    const { body } = await refund().expect(201);
    expect(body).to.include({ status: 'running', endedTime: null });
    expect(await shop.read(buyer, order)).to.include({ status: 'refunding' });
    expect(await shop.coinsOf(buyer)).to.equal(95_00);
    expect(outcome(await refund())).to.equal('409/14');
    await shop.services.refunds.run();
    expect(await shop.stateOf(order)).to.equal('refunding');
    shop.slips.trouble = undefined;
    await shop.services.refunds.run();
    expect(await shop.stateOf(order)).to.equal('refunded');
    expect(await shop.coinsOf(buyer)).to.equal(100_00);
    expect(shop.slips.refunded.at(-1)!.refundSn).to.equal(body.sn);
    await shop.services.refunds.run();
    expect(shop.slips.refunded.filter(({ refundSn }) => refundSn === body.sn)).to.have.length(1);
  });

  it('are made once when two runs carry them out', async () => {
    await payBoth();
    shop.slips.trouble = 'away';
    await refund().expect(201);
    shop.slips.trouble = undefined;
    await Promise.all([shop.services.refunds.run(), shop.services.refunds.run()]);
    expect([await shop.stateOf(order), await shop.coinsOf(buyer)]).to.deep.equal(['refunded', 100_00]);
    expect(shop.place.logs.filter((line) => line.includes(order.sn) && line.includes('broke off'))).to.deep.equal([]);
  });

  it('are shown with their payment, to managers and to the payer', async () => {
    const tradeSn = await payBoth();
    await shop.pay(buyer, await shop.order(buyer, 1), '10.00');
    const refundOf = ({ refundStatus, refundReason, refundedCoins, refundedCash }: Record<string, unknown>) =>
      [refundStatus, refundedCoins, refundedCash, refundReason].join(' ');
    const shown = async () => {
      const [managed, own, one] = await Promise.all([
        shop.get(`/trades?userId=${buyer.id}`, manager).expect(200),
        shop.get('/me/trades', buyer).expect(200),
        shop.get(`/trades/${tradeSn}`, buyer).expect(200),
      ]);
      return [...managed.body.data, ...own.body.data, one.body].map(refundOf);
    };
    const paid = ' 0.00 0.00 ';
    expect(await shown()).to.deep.equal([paid, paid, paid, paid, paid]);
    for (const [trouble, words] of [
      ['refuses', 'failed 0.00 0.00 refuses'],
      ['away', 'running 0.00 0.00 away'],
    ] as const) {
      shop.slips.trouble = trouble;
      await refund({ reason: trouble }).expect(201);
      expect(await shown()).to.deep.equal([paid, words, paid, words, words]);
    }
    shop.slips.trouble = undefined;
    await shop.services.refunds.run();
    const done = 'done 5.00 15.00 away';
    expect(await shown()).to.deep.equal([paid, done, paid, done, done]);
  });

  it('fail when the platform refuses, leave the order unchanged, and can be repeated', async () => {
    await payBoth();
    shop.slips.trouble = 'refuses';
    expect((await refund().expect(201)).body).to.include({ status: 'failed', coins: '5.00', cash: '15.00' });
    expect([await shop.stateOf(order), await shop.coinsOf(buyer)]).to.deep.equal(['success', 95_00]);
    shop.slips.trouble = undefined;
    expect((await refund().expect(201)).body).to.include({ status: 'done' });
    const statuses = (await list()).body.data.map(({ status }: { status: string }) => status);
    expect(statuses).to.deep.equal(['done', 'failed']);
    expect(await shop.coinsOf(buyer)).to.equal(100_00);
  });

  it('continue after one that throws', async () => {
    await payBoth();
    shop.slips.trouble = 'away';
    await refund().expect(201);
    const [broken, other] = [order, await shop.order(buyer, 3)];
    order = other;
    shop.slips.trouble = undefined;
    const begun = await shop.begin(buyer, order);
    expect(await shop.report(begun['tradeSn']!, 30_00)).to.equal(ACCEPTED);
    shop.slips.trouble = 'away';
    await refund().expect(201);
    shop.slips.trouble = undefined;
    // Simulates a missing module of the first gateway.
    const trades = () => shop.services.database.table('trades').where({ order_sn: broken.sn });
    await trades().update({ gateway: 'Gone' });
    await shop.services.refunds.run();
    expect([await shop.stateOf(broken), await shop.stateOf(other)]).to.deep.equal(['refunding', 'refunded']);
    await trades().update({ gateway: 'Slips' });
    await shop.services.refunds.run();
    expect(await shop.stateOf(broken)).to.equal('refunded');
  });
});
