import { expect } from 'chai';
import { ACCEPTED, SlipShop } from '../../payments/slips.ts';
import { outcome, until, type Bought, type Buyer } from '../shop.ts';
import { started } from '../../../../support/started.ts';

describe('Goods that a user can have only once', () => {
  const shop = started(() => SlipShop.open());
  let buyer: Buyer;
  let admit: (id: string, userId: string) => Promise<unknown>;

  before(async () => {
    admit = shop.services.courseMembers.admit.bind(shop.services.courseMembers);
  });
  afterEach(async () => {
    shop.services.courseMembers.admit = admit as never;
    await shop.expectSound();
  });

  /** Lets all deliveries fail from now on. */
  const breakDelivery = () => {
    shop.services.courseMembers.admit = () => Promise.reject(new Error('Broken on purpose.'));
  };

  const payAtOnce = (orders: readonly Bought[]) =>
    Promise.all(orders.map(async (one) => outcome(await shop.post('/trades', shop.withCoins(one, '10.00'), buyer))));

  it('cannot be paid by a second order while the first is undelivered, with coins or cash', async () => {
    buyer = await shop.buyer({ coins: 100_00 });
    const [first, second] = [await shop.order(buyer, 1), await shop.order(buyer, 1)];
    breakDelivery();
    await shop.pay(buyer, first, '10.00');
    await until(async () => (await shop.stateOf(first)) === 'fail');
    expect(await payAtOnce([second])).to.deep.equal(['400/20007']);
    const asked = { gateway: 'Slips', type: 'purchase', orderSn: second.sn };
    expect(outcome(await shop.post('/trades', asked, buyer))).to.equal('400/20007');
    expect(await shop.coinsOf(buyer)).to.equal(90_00);
    const manager = await shop.known('manager');
    await shop.post(`/orders/${first.sn}/refunds`, {}, manager).expect(201);
    shop.services.courseMembers.admit = admit as never;
    expect(await payAtOnce([second])).to.deep.equal(['200']);
    expect(await shop.services.courseMembers.has('1', buyer.id)).to.equal(true);
  });

  it('cannot be ordered for free again, even when the first order is undelivered', async () => {
    buyer = await shop.buyer();
    breakDelivery();
    await shop.order(buyer, 40);
    expect(outcome(await shop.post('/orders', { targetType: 'course', targetId: 40 }, buyer))).to.equal('400/20007');
  });

  it('turn the cash paid for a second order into credit of the user', async () => {
    buyer = await shop.buyer();
    const [first, second] = [await shop.order(buyer, 3), await shop.order(buyer, 3)];
    const [one, two] = [await shop.begin(buyer, first), await shop.begin(buyer, second)];
    expect(await shop.report(one['tradeSn']!, 30_00)).to.equal(ACCEPTED);
    expect(await shop.report(two['tradeSn']!, 30_00)).to.equal(ACCEPTED);
    expect(await shop.report(two['tradeSn']!, 30_00)).to.equal(ACCEPTED);
    expect(await shop.cashOf(buyer)).to.equal(30_00);
    expect(await shop.stateOf(second)).to.equal('paying');
    const noted = await shop.services.database.table('payment_notices').where({ trade_sn: two['tradeSn'] });
    expect(noted.map((row) => row['outcome'])).to.deep.equal(['unapplied']);
  });
});
