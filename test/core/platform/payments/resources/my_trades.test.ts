import { expect } from 'chai';
import { Shop } from '../../orders/shop.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('Trades, orders and refunds in lists', () => {
  const shop = started(() => Shop.open());

  const buyer = prepared(() => shop.buyer({ coins: 100_00 }));

  const snsOf = ({ body }: { body: { data: Record<string, unknown>[] } }, name = 'tradeSn') =>
    body.data.map((row) => row[name]);

  it('are those of the caller, filtered by type and status', async () => {
    const order = await shop.order(buyer, 1);
    const { tradeSn: bought } = await shop.pay(buyer, order, '10.00');
    const recharge = { gateway: 'Alipay_LegacyExpress', type: 'recharge', coinAmount: '5.00' };
    const { body: begun } = await shop.post('/trades', recharge, buyer).expect(200);
    expect(snsOf(await shop.get('/me/trades', buyer).expect(200))).to.deep.equal([begun.tradeSn, bought]);
    expect(snsOf(await shop.get('/me/trades?type=recharge', buyer))).to.deep.equal([begun.tradeSn]);
    expect((await shop.get(`/me/trades?type=gift`, buyer)).body.error.details[0].field).to.equal('type');
    expect(snsOf(await shop.get('/me/trades', await shop.buyer()))).to.deep.equal([]);
    const orders = async (query: string) => snsOf(await shop.get(`/me/orders${query}`, buyer).expect(200), 'sn');
    expect(await orders('?targetType=course&status=paid')).to.deep.equal([order.sn]);
    expect(await orders('?targetType=vip')).to.deep.equal([]);
  });

  it('include refunds of all orders for managers, filtered by status', async () => {
    const other = await shop.buyer({ coins: 10_00 });
    const order = await shop.order(other, 1);
    await shop.pay(other, order, '10.00');
    const manager = await shop.known('manager');
    await shop.post(`/orders/${order.sn}/refunds`, {}, manager).expect(201);
    expect(snsOf(await shop.get('/refunds?status=done', manager).expect(200), 'orderSn')).to.deep.equal([order.sn]);
    expect(snsOf(await shop.get('/refunds?status=failed', manager).expect(200), 'orderSn')).to.deep.equal([]);
    await shop.get('/refunds', buyer).expect(403);
  });
});
