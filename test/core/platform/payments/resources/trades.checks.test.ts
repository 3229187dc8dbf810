import { expect } from 'chai';
import { breachesOf, type Fault } from '../../orders/faults.ts';
import { outcome, PAY_PASSWORD, Shop, WRONG_PASSWORD } from '../../orders/shop.ts';
import { started } from '../../../../support/started.ts';

/** In the order of the checks. */
const faults: readonly Fault[] = [
  { name: 'a missing type', outcome: '400/9', body: { type: undefined } },
  { name: 'an unknown gateway', outcome: '400/7', body: { gateway: 'Barter' } },
  { name: 'nobody signed in', outcome: '400/2005', where: { buyer: 'nobody' } },
  { name: 'an order that there is not', outcome: '400/2004', body: { orderSn: '1'.repeat(30) } },
  { name: 'somebody else’s order', outcome: '400/2006', where: { buyer: 'stranger' } },
  { name: 'an order that is paid', outcome: '200', where: { order: 'paid' } },
  { name: 'a coupon that is gone', outcome: '400/2003', where: { order: 'couponGone' } },
  { name: 'a wrong amount', outcome: '400/2010', body: { coinAmount: '-1.00' } },
  { name: 'too few coins', outcome: '400/2010', body: { coinAmount: '4.99' } },
  { name: 'no payment password', outcome: '400/2000', body: { payPassword: undefined } },
  { name: 'a payment password that was never set', outcome: '400/2008', where: { payPassword: false } },
  { name: 'a wrong payment password', outcome: '400/2002', body: { payPassword: WRONG_PASSWORD } },
  { name: 'too many coins', outcome: '400/2009', body: { coinAmount: '10.01' } },
  { name: 'more coins than one has', outcome: '400/2001', where: { coins: 4_99 } },
  { name: 'payment switched off', outcome: '400/20007', where: { enabled: false } },
];

const conditions = { buyer: 'owner', order: 'open', payPassword: true, coins: 100_00, enabled: true };

describe('Checks of POST /trades', () => {
  const shop = started(() => Shop.open());

  /** An order of 10.00 with a coupon of 5.00. */
  async function ordered(by: Parameters<Shop['order']>[0], state: string) {
    const code = `FIVE${by.id}`;
    const [deadline, target] = ['2099-12-31', 'all'];
    const coupon = { code, type: 'minus', rate: 500, status: 'receive', user_id: by.id, created_at: new Date() };
    const coupons = () => shop.services.database.table('coupons');
    await coupons().insert({ ...coupon, deadline, target_type: target });
    const order = await shop.order(by, 1, { couponCode: code });
    if (state === 'paid') await shop.pay(by, order, '5.00');
    if (state === 'couponGone') await coupons().where({ code }).update({ status: 'used', used_at: new Date() });
    return order;
  }

  async function told(...wrong: readonly Fault[]): Promise<string> {
    const where: typeof conditions = Object.assign({}, conditions, ...wrong.map((one) => one.where));
    const owner = await shop.buyer({ coins: 100_00 });
    const order = await ordered(owner, where.order);
    const body = Object.assign(shop.withCoins(order, '5.00'), ...wrong.map((one) => one.body));
    const { database } = shop.services;
    await database.table('accounts').where({ user_id: owner.id, kind: 'coin' }).update({ balance: where.coins });
    if (!where.payPassword) await database.table('users').where({ id: owner.id }).update({ pay_password_hash: null });
    const stranger = () => shop.buyer({ coins: where.coins });
    const by = where.buyer === 'owner' ? owner : where.buyer === 'stranger' ? await stranger() : { headers: {} };
    const ask = async () => outcome(await shop.post('/trades', body, by));
    return where.enabled ? ask() : shop.with('payment', { enabled: false }, ask);
  }

  it('accept a valid request', async () => {
    expect(await told()).to.equal('200');
  });

  it('find each fault alone, and the first one of any two', async () => {
    expect(await breachesOf(faults, told)).to.deep.equal([]);
  });

  it('find a closed order last, like goods that are not for sale', async () => {
    const owner = await shop.buyer({ coins: 4_99 });
    const order = await shop.order(owner, 1);
    await shop.services.closing.close(order.sn);
    const told = async (coinAmount: string) =>
      outcome(await shop.post('/trades', shop.withCoins(order, coinAmount, { payPassword: PAY_PASSWORD }), owner));
    expect(await told('10.00')).to.equal('400/2001');
    await shop.services.database.table('accounts').where({ user_id: owner.id }).update({ balance: 10_00 });
    expect(await told('10.00')).to.equal('400/20007');
    expect(await told('10.01')).to.equal('400/2009');
  });
});
