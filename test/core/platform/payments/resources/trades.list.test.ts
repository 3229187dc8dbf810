import { expect } from 'chai';
import { Shop } from '../../orders/shop.ts';
import { prepared, started } from '../../../../support/started.ts';

interface Listed {
  readonly tradeSn: string;
  readonly userId: string;
  readonly nickname: string;
  readonly status: string;
}

describe('The list of trades', () => {
  const shop = started(() => Shop.open());
  let paid: string;
  let orderSn: string;
  let begun: string;

  const manager = prepared(() => shop.known('manager'));
  const buyer = prepared(() => shop.buyer({ coins: 100_00 }));
  const other = prepared(() => shop.buyer());

  before(async () => {
    const order = await shop.order(buyer, 1);
    orderSn = order.sn;
    paid = String((await shop.pay(buyer, order, '10.00'))['tradeSn']);
    const recharge = { gateway: 'Alipay_LegacyExpress', type: 'recharge', coinAmount: '5.00' };
    begun = (await shop.post('/trades', recharge, other).expect(200)).body.tradeSn;
  });

  const list = async (query: string) =>
    (await shop.get(`/trades?${query}`, manager).expect(200)).body as { data: Listed[]; paging: { total: number } };
  const listed = async (query: string) => (await list(query)).data.map(({ tradeSn }) => tradeSn);

  it('has the payments of all users with their payer, the newest first', async () => {
    const { data } = await list('limit=2');
    expect(data.map(({ tradeSn }) => tradeSn)).to.deep.equal([begun, paid]);
    expect(data.map(({ userId }) => userId)).to.deep.equal([other.id, buyer.id]);
    expect(data.map(({ nickname }) => nickname)).to.deep.equal([other.nickname, buyer.nickname]);
    expect(data[1]).to.include({ status: 'paid', orderSn, platformSn: null });
  });

  it('is filtered by payer, order, status, gateway and type', async () => {
    expect(await listed(`userId=${buyer.id}`)).to.deep.equal([paid]);
    expect(await listed(`orderSn=${orderSn}`)).to.deep.equal([paid]);
    expect(await listed(`userId=${other.id}&status=created&type=recharge`)).to.deep.equal([begun]);
    expect(await listed(`userId=${other.id}&status=paid`)).to.deep.equal([]);
    expect(await listed(`userId=${other.id}&gateway=Alipay_LegacyExpress`)).to.deep.equal([begun]);
    expect(await listed(`userId=${buyer.id}&gateway=Coin`)).to.deep.equal([paid]);
    expect(await listed(`payer=${buyer.nickname}`)).to.deep.equal([paid]);
    expect(await listed('payer=nobody')).to.deep.equal([]);
    for (const wrong of ['status=gone', 'userId=x']) {
      await shop.get(`/trades?${wrong}`, manager).expect(422);
    }
  });

  it('shows trades that are being closed as closed', async () => {
    const { database } = shop.services;
    for (const status of ['closing', 'closed']) {
      await database.table('trades').where({ sn: begun }).update({ status });
      expect(await listed(`userId=${other.id}&status=closed`)).to.deep.equal([begun]);
      expect(await listed(`userId=${other.id}&status=created`)).to.deep.equal([]);
    }
  });

  it('requires the permission admin_trade', async () => {
    await shop.get('/trades', buyer).expect(403);
  });
});
