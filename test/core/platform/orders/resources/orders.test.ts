import { expect } from 'chai';
import { outcome, PAY_PASSWORD, Shop } from '../shop.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('Orders', () => {
  const shop = started(() => Shop.open());

  const buyer = prepared(() => shop.buyer({ coins: 1000_00 }));

  afterEach(() => shop.expectSound());

  const courses = (id: number) => shop.services.database.table('courses').where({ id });
  const rowOf = async (id: number) => (await courses(id).first('price', 'title', 'max_rate'))!;

  it('are answered with id and number only', async () => {
    const body = { targetType: 'course', targetId: '3', appPay: 'Y', payment: 'wechat' };
    const { body: made, headers } = await shop.post('/orders', body, buyer).expect(200);
    expect(made).to.have.all.keys('id', 'sn');
    expect(made.id).to.match(/^[1-9]\d*$/);
    expect(made.sn).to.match(/^\d{19,}$/);
    expect(headers['content-type']).to.match(/^application\/json/);
  });

  it('are made without a misspelled field, and refused with it under strict handling', async () => {
    const body = { targetType: 'course', targetId: '3', cupon: 'X' };
    const { body: made } = await shop.post('/orders', body, buyer).expect(200);
    expect(await shop.read(buyer, made)).to.include({ couponCode: null, couponDiscount: '0.00' });
    const strict = await shop.post('/orders', body, buyer).set('Prefer', 'handling=strict').expect(422);
    expect(strict.headers).to.include({ 'preference-applied': 'handling=strict' });
    const details = [{ field: 'cupon', message: 'is not known; did you mean "couponCode"?' }];
    expect(strict.body.error).to.deep.include({ code: 9, details });
  });

  it('have unguessable numbers', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => shop.order(buyer, 3)));
    expect(new Set(made.map(({ sn }) => sn)).size).to.equal(20);
    // The time is in front; the last 20 digits have 64 random bits.
    const behind = made.map(({ sn }) => BigInt(sn.slice(-20)));
    const spread = behind.map((one) => one >> 60n);
    expect(new Set(spread.map(String)).size, 'high bits differ').to.be.above(4);
    expect(new Set(behind.map((one) => String(one & 15n))).size, 'low bits differ').to.be.above(4);
  });

  it('are shown to their owner with all fields', async () => {
    const made = await shop.order(buyer, 4, { coinPayAmount: '1.50', payPassword: PAY_PASSWORD });
    const { title, createdTime, closesTime, ...rest } = await shop.read(buyer, made);
    expect(rest).to.deep.equal({
      ...made,
      userId: buyer.id,
      nickname: buyer.nickname,
      status: 'created',
      targetType: 'course',
      targetId: '4',
      totalPrice: '40.00',
      couponCode: null,
      couponDiscount: '0.00',
      payAmount: '40.00',
      coinPayAmount: '1.50',
      maxCoin: '20.00',
      paidCoin: '0.00',
      paidCash: '0.00',
      unit: null,
      num: null,
      buyType: null,
      paidTime: null,
    });
    expect(title).to.equal((await rowOf(4))['title']);
    expect(createdTime).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/);
    expect(Date.parse(closesTime) - Date.parse(createdTime)).to.equal(48 * 3_600_000);
  });

  it('keep title, price and coin terms of their creation', async () => {
    const made = await shop.order(buyer, 1);
    const before = await rowOf(1);
    await courses(1).update({ price: 99_99, title: 'Dearer', max_rate: 0 });
    try {
      await shop.with('coin', { rate: '7.77' }, async () => {
        const read = await shop.read(buyer, made);
        expect(read).to.include({ title: before.title, totalPrice: '10.00', payAmount: '10.00', maxCoin: '10.00' });
        await shop.pay(buyer, made, '10.00');
      });
      expect(await shop.read(buyer, made)).to.include({ paidCoin: '10.00', paidCash: '0.00', status: 'paid' });
    } finally {
      await courses(1).update(before);
    }
  });

  it('cost coins at the rate of the settings', async () => {
    await shop.with('coin', { rate: '3.33' }, async () => {
      const classroom = await shop.order(buyer, 1, { targetType: 'classroom' });
      expect(await shop.read(buyer, classroom)).to.include({ totalPrice: '25.00', maxCoin: '83.25' });
      const before = await shop.coinsOf(buyer);
      await shop.pay(buyer, classroom, '83.25');
      expect(before - (await shop.coinsOf(buyer))).to.equal(83_25);
      expect(await shop.read(buyer, classroom)).to.include({ paidCoin: '83.25', paidCash: '0.00' });
    });
  });

  it('bind a coupon until they are closed or paid', async () => {
    const student = await shop.known('student');
    const made = await shop.order(student, 2, { couponCode: 'MINUS5' });
    expect(await shop.read(student, made)).to.include({
      couponCode: 'MINUS5',
      totalPrice: '20.00',
      couponDiscount: '5.00',
      payAmount: '15.00',
      maxCoin: '10.00',
    });
    const again = { targetType: 'course', targetId: 2, couponCode: 'MINUS5' };
    expect(outcome(await shop.post('/orders', again, student))).to.equal('400/2003');
    const coupon = () => shop.services.database.table('coupons').where({ code: 'MINUS5' }).first();
    expect(await coupon()).to.include({ status: 'using', order_sn: made.sn });
    await shop.place.api.delete(`/api/orders/${made.sn}`).set(student.headers).expect(200);
    expect(await coupon()).to.include({ status: 'receive', order_sn: null });
    const second = await shop.order(student, 1, { couponCode: 'MINUS5' });
    await shop.pay(student, second, '5.00');
    expect(await coupon()).to.include({ status: 'used', order_sn: second.sn });
    expect(outcome(await shop.post('/orders', again, student))).to.equal('400/2003');
    const told = (await shop.told(second)).filter(({ name }) => name === 'coupon.used');
    expect(told.map(({ payload }) => payload)).to.deep.equal([{ code: 'MINUS5', userId: '4', orderSn: second.sn }]);
  });

  it('limit coins to the amount after the coupon', async () => {
    const student = await shop.known('student');
    const made = await shop.order(student, 4, { couponCode: 'RATE85' });
    expect(await shop.read(student, made)).to.include({ couponDiscount: '6.00', payAmount: '34.00', maxCoin: '20.00' });
    await shop.services.closing.close(made.sn);
    const coins = { coinPayAmount: '5.01', payPassword: PAY_PASSWORD };
    const body = { targetType: 'course', targetId: 6, couponCode: 'FREE01', ...coins };
    await shop.services.database.table('courses').where({ id: 6 }).update({ max_rate: 100, price: 10_00 });
    expect(outcome(await shop.post('/orders', body, buyer))).to.equal('400/2009');
    expect(outcome(await shop.post('/orders', { ...body, coinPayAmount: '5.00' }, buyer))).to.equal('200');
  });

  it('are paid and delivered at once when they cost nothing', async () => {
    const made = await shop.order(buyer, 40);
    const read = await shop.read(buyer, made);
    expect(read).to.include({ status: 'paid', totalPrice: '0.00', paidCoin: '0.00', paidCash: '0.00' });
    expect(read['paidTime']).to.match(/\+08:00$/);
    expect(await shop.stateOf(made)).to.equal('success');
    expect(await shop.services.courseMembers.has('40', buyer.id)).to.equal(true);
  });

  it('are paid at once when a coupon covers the price, and use it', async () => {
    const row = { type: 'minus', rate: 99_00, status: 'receive', target_type: 'all', created_at: new Date() };
    const coupons = shop.services.database.table('coupons');
    await coupons.insert({ ...row, code: 'GIFT', user_id: buyer.id, deadline: '2099-12-31' });
    const made = await shop.order(buyer, 5, { couponCode: 'GIFT' });
    expect(await shop.read(buyer, made)).to.include({ status: 'paid', couponDiscount: '50.00', payAmount: '0.00' });
    const kept = await shop.services.database.table('coupons').where({ code: 'GIFT' }).first();
    expect(kept).to.include({ status: 'used', order_sn: made.sn });
    const trade = await shop.pay(buyer, made, 0);
    expect(trade['status']).to.equal('paid');
  });

  it('ignore fields that clients cannot set', async () => {
    const forged = { price: 1, total: '0.01', totalPrice: '0.01', userId: '1', user_id: 1, status: 'paid', sn: '1' };
    const more = {
      id: '1',
      couponAmount: '20.00',
      maxCoin: '20.00',
      coinRate: 1,
      terms: {},
      once: false,
      paidCoin: 20,
    };
    const made = await shop.order(buyer, 2, { ...forged, ...more });
    const read = await shop.read(buyer, made);
    expect(read).to.include({ totalPrice: '20.00', payAmount: '20.00', userId: buyer.id, status: 'created' });
    expect(read).to.include({ maxCoin: '10.00', paidCoin: '0.00', sn: made.sn });
    expect(made.sn).to.have.length.above(18);
  });
});
