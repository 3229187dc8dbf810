import { expect } from 'chai';
import { outcome, PAY_PASSWORD, Shop, type Buyer } from '../shop.ts';
import { started } from '../../../../support/started.ts';

describe('The coupon of an order', () => {
  const shop = started(() => Shop.open());
  let buyer: Buyer;
  let code: string;
  beforeEach(async () => {
    buyer = await shop.buyer({ coins: 100_00 });
    code = `CODE${buyer.id}`;
  });
  afterEach(() => shop.expectSound());

  const coupons = () => shop.services.database.table('coupons').where({ code });
  async function give(userId: string, more: object = {}): Promise<void> {
    const row = { code, type: 'minus', rate: 5_00, status: userId === '0' ? 'unused' : 'receive', user_id: userId };
    const where = { target_type: 'all', deadline: '2099-12-31', created_at: new Date() };
    await shop.services.database.table('coupons').insert({ ...row, ...where, ...more });
  }
  const goods = (more: object = {}) => ({ targetType: 'course', targetId: 1, couponCode: code, ...more });
  const told = async (more: object = {}, by = buyer) => outcome(await shop.post('/orders', goods(more), by));

  it('belongs to the buyer after its first use, even when the order is closed', async () => {
    await give('0');
    const order = await shop.order(buyer, 1, { couponCode: code });
    expect(await coupons().first()).to.include({ user_id: buyer.id, status: 'using', order_sn: order.sn });
    await shop.services.closing.close(order.sn);
    expect(await coupons().first()).to.include({ user_id: buyer.id, status: 'receive', order_sn: null });
    expect(await told({}, await shop.buyer())).to.equal('400/2003');
    expect(await told()).to.equal('200');
  });

  it('is released when the order expires', async () => {
    await give(buyer.id);
    const order = await shop.order(buyer, 1, { couponCode: code });
    await shop.later(49 * 3_600_000, () => shop.services.closing.closeExpired());
    expect(await shop.stateOf(order)).to.equal('closed');
    expect(await coupons().first()).to.include({ status: 'receive', order_sn: null });
  });

  it('is not taken by a rejected order', async () => {
    await give(buyer.id);
    expect(await told({ coinPayAmount: '1', payPassword: 'wrong' })).to.equal('500/2002');
    expect(await told({ coinPayAmount: '5.01', payPassword: PAY_PASSWORD })).to.equal('400/2009');
    expect(await told({ targetId: 39 })).to.equal('404/10');
    expect(await coupons().first()).to.include({ status: 'receive', order_sn: null });
  });

  it('must still be bound to the order at the payment, by either way', async () => {
    await give(buyer.id);
    const coins = { coinPayAmount: '5.00', payPassword: PAY_PASSWORD };
    const order = await shop.order(buyer, 1, { couponCode: code, ...coins });
    await coupons().update({ status: 'used', used_at: new Date() });
    const center = { orderId: order.id, targetType: 'course', payment: 'coin' };
    expect(outcome(await shop.post('/pay_center', center, buyer))).to.equal('400/2003');
    expect(outcome(await shop.post('/trades', shop.withCoins(order, '5.00'), buyer))).to.equal('400/2003');
    await coupons().update({ status: 'using', used_at: null });
    expect(outcome(await shop.post('/pay_center', center, buyer))).to.equal('200');
    expect(await coupons().first()).to.include({ status: 'used', order_sn: order.sn });
  });

  it('stays used when the order is refunded', async () => {
    await give(buyer.id);
    const order = await shop.order(buyer, 1, { couponCode: code });
    await shop.pay(buyer, order, '5.00');
    await shop.post(`/orders/${order.sn}/refunds`, {}, await shop.known('manager')).expect(201);
    expect(await coupons().first()).to.include({ status: 'used', order_sn: order.sn });
    expect(await shop.coinsOf(buyer)).to.equal(100_00);
  });

  it('is rejected for other goods, for other users, and after its last day', async () => {
    for (const more of [
      { target_type: 'classroom' },
      { target_type: 'course', target_id: 2 },
      { deadline: '2020-01-01' },
    ]) {
      code = `NO${buyer.id}${JSON.stringify(more).length}`;
      await give(buyer.id, more);
      expect(await told(), JSON.stringify(more)).to.equal('400/2003');
    }
    code = `OF4${buyer.id}`;
    await give('4');
    expect(await told()).to.equal('400/2003');
  });
});
