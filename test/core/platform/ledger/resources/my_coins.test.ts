import { expect } from 'chai';
import { PAY_PASSWORD, Shop } from '../../orders/shop.ts';
import { started } from '../../../../support/started.ts';

describe('Coins of the current user', () => {
  const shop = started(() => Shop.open({}));

  afterEach(() => shop.expectSound());

  it('have a balance, and entries that add up to it', async () => {
    const [buyer, other] = [await shop.buyer({ coins: 100_00 }), await shop.buyer({ coins: 7_00 })];
    const order = await shop.order(buyer, 1);
    await shop.pay(buyer, order, '10.00');
    const { body: coins } = await shop.get('/me/coins', buyer).expect(200);
    expect(coins).to.deep.equal({ balance: '90.00' });
    const { body } = await shop.get('/me/coins/entries', buyer).expect(200);
    const amounts = body.data.map(({ amount }: { amount: string }) => amount);
    expect(amounts).to.deep.equal(['-10.00', '100.00']);
    expect(body.data[0]).to.include({ reason: 'order.paid', orderSn: order.sn, couponCode: null });
    expect((await shop.get('/me/coins/entries?after=&limit=1', buyer).expect(200)).body.data).to.have.length(1);
    expect((await shop.get('/me/coins', other).expect(200)).body).to.deep.equal({ balance: '7.00' });
  });

  it('exclude those that an open payment reserves', async () => {
    const buyer = await shop.buyer({ coins: 20_00 });
    const order = await shop.order(buyer, 2);
    const half = { coinAmount: '5.00', payPassword: PAY_PASSWORD, gateway: 'Alipay_LegacyExpress' };
    await shop.post('/trades', { ...half, type: 'purchase', orderSn: order.sn }, buyer).expect(200);
    expect((await shop.get('/me/coins', buyer).expect(200)).body).to.deep.equal({ balance: '15.00' });
  });
});
