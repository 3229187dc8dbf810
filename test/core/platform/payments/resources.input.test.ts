import { expect } from 'chai';
import { outcome, PAY_PASSWORD, Shop } from '../orders/shop.ts';
import { prepared, started } from '../../../support/started.ts';

const NOTHING = 'nothing given';

/** Invalid amounts, as JSON. */
const amounts: readonly unknown[] = [
  '1.001',
  0.1 + 0.2,
  '1e3',
  1e30,
  '10,00',
  '+10',
  '9'.repeat(400),
  1e9,
  true,
  ['10'],
  {},
];

/** Invalid ids. */
const ids: readonly unknown[] = [
  0,
  '-1',
  1.5,
  '01',
  '1 ',
  '9223372036854775808',
  2 ** 53,
  true,
  ['1'],
  {},
  "1' or '1'='1",
];

/** Invalid words. */
const words: readonly unknown[] = [1, true, ['course'], {}, 'Course', '../course', 'a'.repeat(65), 'x\u0000'];

/** Path, body and expected outcome. */
type Request = readonly [path: string, body: object, expected: string];

const show = (value: unknown) => JSON.stringify(value).slice(0, 30);

describe('Requests of orders and payments', () => {
  const shop = started(() => Shop.open());

  const buyer = prepared(() => shop.buyer({ coins: 2000_00 }));
  const order = prepared(() => shop.order(buyer, 1));

  afterEach(async () => {
    await shop.expectSound();
    expect(await shop.coinsOf(buyer)).to.equal(2000_00);
    expect(await shop.stateOf(order)).to.equal('created');
  });

  const told = async (path: string, body: object) => outcome(await shop.post(path, body, buyer));
  const goods = (more: object = {}) => ({ targetType: 'course', targetId: 1, payPassword: PAY_PASSWORD, ...more });
  const center = (more: object = {}) => ({ orderId: order.id, targetType: 'course', payment: 'coin', ...more });

  /** Requests whose outcome differs from the expected one. */
  const breachesOf = async (values: readonly unknown[], requestsWith: (value: unknown) => readonly Request[]) => {
    const breaches: string[] = [];
    for (const value of values) {
      for (const [path, body, expected] of requestsWith(value)) {
        const answer = await told(path, body);
        if (answer !== expected) breaches.push(`${path} ${JSON.stringify(body)}: ${answer} instead of ${expected}`);
      }
    }
    return breaches;
  };

  it('reject invalid amounts', async () => {
    const breaches = await breachesOf(amounts, (amount) => [
      ['/orders', goods({ coinPayAmount: amount }), '422/9'],
      ['/trades', shop.withCoins(order, amount), '400/7'],
      ['/trades', { gateway: 'Alipay_LegacyExpress', type: 'recharge', coinAmount: amount }, '400/7'],
    ]);
    expect(breaches).to.deep.equal([]);
  });

  it('accept amounts as text or number, with up to two places', async () => {
    for (const amount of ['1', 1, '1.5', 1.5, '1.50', 1.1, '0.01', 0, '0', '0.00', null, '']) {
      expect(await told('/orders', goods({ coinPayAmount: amount })), show(amount)).to.equal('200');
    }
  });

  it('reject invalid ids', async () => {
    const breaches = await breachesOf(ids, (id) => {
      // Longer digits are the number of an order.
      const isDigits = id === '9223372036854775808';
      return [
        ['/orders', goods({ targetId: id }), '422/9'],
        ['/order_info', goods({ targetId: id }), '422/9'],
        ['/pay_center', center({ orderId: id }), isDigits ? '400/2004' : '422/9'],
        ['/trades', shop.withCoins({ id: '', sn: id as string }, '10.00'), isDigits ? '400/2004' : '400/7'],
      ];
    });
    expect(breaches).to.deep.equal([]);
  });

  it('reject invalid words', async () => {
    const breaches = await breachesOf(words, (word) => [
      ['/orders', goods({ targetType: word }), '422/9'],
      ['/order_info', goods({ targetType: word }), '422/9'],
      ['/pay_center', center({ targetType: word }), '422/9'],
      ['/pay_center', center({ payment: word }), '422/9'],
      ['/trades', shop.withCoins(order, '10.00', { gateway: word }), '400/7'],
      ['/trades', shop.withCoins(order, '10.00', { type: word }), '400/7'],
    ]);
    expect(breaches).to.deep.equal([]);
  });

  it('reject invalid units, numbers, coupons, passwords and ways to pay', async () => {
    for (const [field, values] of Object.entries({
      unit: ['day', 'months', 1, [], {}],
      num: [0, -1, 1.5, '1e3', '٣', 1_000_001, [], {}, true],
      couponCode: [1, true, [], {}, 'x'.repeat(65)],
      payPassword: [123456, true, [], {}, 'x'.repeat(501)],
      appPay: ['y', 'X', true, 1],
      payment: [1, [], {}, 'x'.repeat(65)],
    })) {
      for (const value of values) {
        const given = goods({ coinPayAmount: '1.00', [field]: value });
        expect(await told('/orders', given), `${field} ${show(value)}`).to.equal('422/9');
      }
    }
  });

  it('reject bodies that are empty or not objects', async () => {
    for (const body of ['"text"', '1', 'null', '[]', '[1]', 'true', '']) {
      for (const path of ['/orders', '/order_info', '/pay_center', '/trades']) {
        const request = shop.place.api.post(`/api${path}`).set(buyer.headers).set('Content-Type', 'application/json');
        const { status, body: said } = await request.send(body);
        expect(status, `${path} ${body || NOTHING}`).to.be.oneOf([400, 422]);
        expect(said.error.code).to.be.oneOf([2, 9]);
      }
    }
  });

  it('accept forms like JSON', async () => {
    const somebody = await shop.buyer({ coins: 10_00 });
    const post = (path: string, fields: Record<string, string>) =>
      shop.place.api.post(`/api${path}`).set(somebody.headers).type('form').send(fields);
    const { body: made } = await post('/orders', { targetType: 'course', targetId: '1', coinPayAmount: '' }).expect(
      200,
    );
    const fields = {
      gateway: 'Coin',
      type: 'purchase',
      orderSn: made.sn,
      coinAmount: '10.00',
      payPassword: PAY_PASSWORD,
    };
    expect((await post('/trades', fields).expect(200)).body.status).to.equal('paid');
  });

  it('reject the payment of an order whose goods were deleted', async () => {
    const { database } = shop.services;
    const vanished = await shop.order(buyer, 38);
    await database.table('courses').where({ id: 38 }).delete();
    const trade = { gateway: 'Coin', type: 'purchase', orderSn: vanished.sn, payPassword: PAY_PASSWORD };
    await database.table('orders').where({ id: vanished.id }).update({ max_coins: 380_00 });
    expect(await told('/trades', { ...trade, coinAmount: '380.00' })).to.equal('400/20007');
    expect(await told('/order_info', goods({ targetId: 38 }))).to.equal('404/10');
  });

  it('show a trade to its owner and to managers of orders only', async () => {
    const somebody = await shop.buyer({ coins: 10_00 });
    const mine = await shop.order(somebody, 1);
    const { tradeSn } = await shop.pay(somebody, mine, '10.00');
    const { body } = await shop.get(`/trades/${String(tradeSn)}`, somebody).expect(200);
    const amounts = { coinAmount: '10.00', cashAmount: '0.00', boughtCoins: '0.00' };
    const { createdTime, paidTime, ...rest } = body;
    expect(rest).to.deep.equal({
      tradeSn,
      orderSn: mine.sn,
      status: 'paid',
      type: 'purchase',
      refundStatus: null,
      refundReason: '',
      refundedCoins: '0.00',
      refundedCash: '0.00',
      gateway: 'Coin',
      ...amounts,
    });
    expect([createdTime, paidTime].every((time) => /\+08:00$/.test(time as string))).to.equal(true);
    expect(outcome(await shop.get(`/trades/${String(tradeSn)}`, await shop.known('manager')))).to.equal('200');
    expect(outcome(await shop.get(`/trades/${String(tradeSn)}`, buyer))).to.equal('403/13');
    expect(outcome(await shop.get(`/trades/${String(tradeSn)}`, { headers: {} }))).to.equal('401/11');
    expect(outcome(await shop.get(`/trades/${'1'.repeat(30)}`, buyer))).to.equal('404/10');
  });
});
