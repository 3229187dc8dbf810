import { expect } from 'chai';
import { outcome, PAY_PASSWORD, WRONG_PASSWORD, type Bought, type Buyer } from '../orders/shop.ts';
import { ACCEPTED, SlipShop } from './slips.ts';
import { started } from '../../../support/started.ts';
let keys = 0;

describe('An Idempotency-Key', () => {
  const shop = started(() => SlipShop.open());
  let buyer: Buyer;
  let key: string;
  beforeEach(async () => {
    key = `key-${++keys}`;
    buyer = await shop.buyer({ coins: 100_00 });
  });
  afterEach(async () => {
    shop.slips.trouble = undefined;
    await shop.expectSound();
  });

  const send = (path: string, body: object, by = buyer) => shop.post(path, body, by).set('Idempotency-Key', key);
  const goods = { targetType: 'course', targetId: 1, coinPayAmount: '10.00', payPassword: PAY_PASSWORD };
  const authorised = () => shop.order(buyer, 1, { coinPayAmount: '10.00', payPassword: PAY_PASSWORD });
  const center = ({ id: orderId }: Bought) => ({ orderId, targetType: 'course', payment: 'coin' });
  const ordersOf = async ({ id }: Buyer) =>
    Number((await shop.services.database.table('orders').where({ user_id: id }).count({ n: '*' }).first())!['n']);

  it('creates one order for several requests, with the same answer', async () => {
    const first = await send('/orders', goods).expect(200);
    const second = await send('/orders', goods).expect(200);
    expect(second.text).to.equal(first.text);
    expect(await ordersOf(buyer)).to.equal(1);
  });

  it('makes one payment for several requests, by both ways', async () => {
    const order = await authorised();
    const first = await send('/pay_center', center(order)).expect(200);
    expect((await send('/pay_center', center(order)).expect(200)).text).to.equal(first.text);
    key = `${key}-trade`;
    const other = await shop.order(buyer, 1, { targetType: 'classroom' });
    const paid = await send('/trades', shop.withCoins(other, '25.00')).expect(200);
    expect((await send('/trades', shop.withCoins(other, '25.00')).expect(200)).text).to.equal(paid.text);
    expect(await shop.coinsOf(buyer)).to.equal(65_00);
  });

  it('repeats the first answer, whatever has happened since', async () => {
    const first = await send('/orders', goods).expect(200);
    await shop.services.closing.close(first.body.sn);
    await shop.without(1, async () => {
      expect((await send('/orders', goods).expect(200)).text).to.equal(first.text);
    });
    const order = await shop.order(buyer, 2);
    const body = { gateway: 'Slips', type: 'purchase', orderSn: order.sn };
    key = `${key}-trade`;
    const begun = await send('/trades', body).expect(200);
    expect(await shop.report(begun.body.tradeSn, 20_00)).to.equal(ACCEPTED);
    expect((await send('/trades', body).expect(200)).text).to.equal(begun.text);
  });

  it('is rejected with another body: 422/14', async () => {
    await send('/orders', goods).expect(200);
    for (const other of [{ targetId: 2 }, { coinPayAmount: '9.99' }, { payPassword: WRONG_PASSWORD }, { num: 1 }]) {
      expect(outcome(await send('/orders', { ...goods, ...other }))).to.equal('422/14');
    }
    expect(outcome(await send('/orders', { ...goods, coinPayAmount: 10, ignored: true })), 'the same').to.equal('200');
    expect(await ordersOf(buyer)).to.equal(1);
  });

  it('stores no failure, so that the same request can succeed later', async () => {
    const poor = await shop.buyer({ coins: 5_00 });
    expect(outcome(await send('/orders', goods, poor))).to.equal('500/2001');
    const { ledger, database } = shop.services;
    const to = { userId: poor.id, kind: 'coin' } as const;
    await database.transaction(() => ledger.post({ reason: 'test' }, [{ from: 'coin.issued', to, amount: 5_00 }]));
    const made = await send('/orders', goods, poor).expect(200);
    key = `${key}-trade`;
    await shop.without(1, async () => {
      expect(outcome(await send('/trades', shop.withCoins(made.body, '10.00'), poor))).to.equal('400/20007');
    });
    expect(outcome(await send('/trades', shop.withCoins(made.body, '10.00'), poor))).to.equal('200');
  });

  it('continues the trade of an attempt whose platform was away', async () => {
    const order = await shop.order(buyer, 2);
    const body = {
      gateway: 'Slips',
      type: 'purchase',
      orderSn: order.sn,
      coinAmount: '5.00',
      payPassword: PAY_PASSWORD,
    };
    shop.slips.trouble = 'away';
    expect(outcome(await send('/trades', body))).to.equal('503/8');
    expect(await shop.coinsOf(buyer)).to.equal(95_00);
    shop.slips.trouble = undefined;
    const answer = await send('/trades', body).expect(200);
    expect((await send('/trades', body).expect(200)).text).to.equal(answer.text);
    const trades = await shop.services.database.table('trades').where({ order_sn: order.sn });
    expect(trades.map(({ sn }) => sn)).to.deep.equal([answer.body.tradeSn]);
    expect(await shop.coinsOf(buyer)).to.equal(95_00);
  });

  it('does not continue a payment that was given up meanwhile', async () => {
    const order = await shop.order(buyer, 2);
    const body = { gateway: 'Slips', type: 'purchase', orderSn: order.sn };
    shop.slips.trouble = 'away';
    expect(outcome(await send('/trades', body))).to.equal('503/8');
    shop.slips.trouble = undefined;
    await shop.services.closing.close(order.sn);
    const asked = shop.slips.begun.length;
    expect(outcome(await send('/trades', body))).to.equal('400/20007');
    expect(shop.slips.begun).to.have.length(asked);
    const other = await shop.order(buyer, 3);
    const first = {
      gateway: 'Slips',
      type: 'purchase',
      orderSn: other.sn,
      coinAmount: '5.00',
      payPassword: PAY_PASSWORD,
    };
    key = `${key}-2`;
    shop.slips.trouble = 'away';
    expect(outcome(await send('/trades', first))).to.equal('503/8');
    shop.slips.trouble = undefined;
    const { tradeSn } = await shop.begin(buyer, other);
    expect(outcome(await send('/trades', first))).to.equal('409/14');
    expect(shop.slips.begun.at(-1)!.sn).to.equal(tradeSn);
  });
});
