import { expect } from 'chai';
import { outcome, PAY_PASSWORD, Shop, WRONG_PASSWORD, type Bought, type Buyer } from '../../orders/shop.ts';
import { started } from '../../../../support/started.ts';

describe('Wrong payment passwords', () => {
  const shop = started(() => Shop.open());
  let buyer: Buyer;
  beforeEach(async () => {
    buyer = await shop.buyer({ coins: 25_00 });
  });
  afterEach(() => shop.expectSound());

  const center = ({ id: orderId }: Pick<Bought, 'id'>) => ({ orderId, targetType: 'course', payment: 'coin' });
  const authorised = { coinPayAmount: '10.00', payPassword: PAY_PASSWORD };
  const tryWith = async (order: Bought, payPassword: string) =>
    outcome(await shop.post('/trades', shop.withCoins(order, '10.00', { payPassword }), buyer));
  const orderWith = async (payPassword: string) =>
    outcome(await shop.post('/orders', { targetType: 'course', targetId: 1, ...authorised, payPassword }, buyer));

  it('lock coins after five in a row, in orders and trades, encrypted or not', async () => {
    const [order, before] = [await shop.order(buyer, 1), await shop.order(buyer, 1, authorised)];
    expect(await tryWith(order, WRONG_PASSWORD)).to.equal('400/2002');
    expect(await tryWith(order, '123456')).to.equal('400/2002');
    expect(await orderWith('123456')).to.equal('500/2002');
    expect(await orderWith(WRONG_PASSWORD)).to.equal('500/2002');
    expect(await tryWith(order, WRONG_PASSWORD)).to.equal('400/2002');
    for (const one of [PAY_PASSWORD, WRONG_PASSWORD]) {
      expect([await tryWith(order, one), await orderWith(one)]).to.deep.equal(['429/3', '429/3']);
    }
    // Coins that were authorised before are not locked, nor are orders without coins.
    expect(outcome(await shop.post('/pay_center', center(before), buyer))).to.equal('200');
    await shop.order(buyer, 2);
    expect(await shop.coinsOf(buyer)).to.equal(15_00);
  });

  it('are forgotten after a right one', async () => {
    const order = await shop.order(buyer, 1);
    for (let time = 1; time <= 4; time++) expect(await tryWith(order, WRONG_PASSWORD)).to.equal('400/2002');
    expect(await orderWith(PAY_PASSWORD)).to.equal('200');
    for (let time = 1; time <= 4; time++) expect(await tryWith(order, WRONG_PASSWORD)).to.equal('400/2002');
    expect(await tryWith(order, PAY_PASSWORD)).to.equal('200');
  });
});
