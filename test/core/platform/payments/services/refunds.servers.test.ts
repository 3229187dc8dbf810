import { expect } from 'chai';
import { outcome, PAY_PASSWORD } from '../../orders/shop.ts';
import { ACCEPTED, SlipShop } from '../slips.ts';
import { started } from '../../../../support/started.ts';

const AT_ONCE = 8;

describe('Simultaneous refunds of one order', () => {
  const shop = started(() => SlipShop.open());

  afterEach(() => shop.expectSound());

  it('are made once, with one call of the platform', async () => {
    const manager = await shop.known('manager');
    const buyer = await shop.buyer({ coins: 100_00 });
    const order = await shop.order(buyer, 2);
    const { tradeSn = '' } = await shop.begin(buyer, order, { coinAmount: '5.00', payPassword: PAY_PASSWORD });
    expect(await shop.report(tradeSn, 15_00)).to.equal(ACCEPTED);
    const refund = async () => outcome(await shop.post(`/orders/${order.sn}/refunds`, {}, manager));
    const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, refund));
    expect(outcomes.toSorted()).to.deep.equal(['201', ...Array(AT_ONCE - 1).fill('409/14')]);
    expect(shop.slips.refunded).to.have.length(1);
    expect(await shop.coinsOf(buyer)).to.equal(100_00);
  });
});
