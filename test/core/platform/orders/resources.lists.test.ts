import { expect } from 'chai';
import { outcome, Shop, type Bought, type Buyer } from './shop.ts';
import { started } from '../../../support/started.ts';

describe('Orders', () => {
  const shop = started(() => Shop.open());
  let buyer: Buyer;
  let other: Buyer;
  let made: Bought[];

  before(async () => {
    [buyer, other] = [await shop.buyer({ coins: 100_00 }), await shop.buyer()];
    made = [];
    for (let count = 0; count < 12; count++) made.push(await shop.order(buyer, count === 3 ? 40 : 1));
    await shop.services.closing.close(made[5]!.sn);
    await shop.pay(buyer, made[7]!, '10.00');
    await shop.order(other, 2);
  });

  const snsOf = ({ body }: { body: { data: Bought[] } }) => body.data.map(({ sn }) => sn);
  const newest = () => made.map(({ sn }) => sn).toReversed();
  const mine = (query: string, by = buyer) => shop.get(`/me/orders${query}`, by);

  it('are listed by GET /me/orders to their owner, the newest first, in pages', async () => {
    const first = await mine('').expect(200);
    expect(snsOf(first)).to.deep.equal(newest().slice(0, 10));
    expect(first.body.paging).to.deep.equal({ total: 12, offset: 0, limit: 10 });
    expect(first.headers['x-total-count']).to.equal('12');
    expect(first.headers['link']).to.match(/rel="next"/);
    const rest = await mine('?offset=10&limit=5').expect(200);
    expect(snsOf(rest)).to.deep.equal(newest().slice(10));
    expect(rest.headers['link'])
      .to.match(/rel="prev"/)
      .and.not.match(/rel="next"/);
    expect(snsOf(await mine('', other))).to.have.length(1);
  });

  it('reject a wrong enumeration value with its field and the allowed values', async () => {
    const kinds = 'must be one of course, classroom, item_bank_exercise, vip';
    for (const [answer, status, field, message] of [
      [mine('?targetType=x'), 422, 'targetType', kinds],
      [mine('?status=x'), 422, 'status', 'must be one of created, paid, refunding, refunded, closed'],
      [shop.post('/order_info', { targetType: 'x', targetId: 1 }, buyer), 422, 'targetType', kinds],
      [
        shop.post('/trades', { gateway: 'x', type: 'purchase', orderSn: '1' }, buyer),
        400,
        'gateway',
        /^must be one of Ali/,
      ],
    ] as const) {
      const { error } = (await answer.expect(status)).body;
      expect(error.details).to.have.length(1);
      expect(error.details[0].field).to.equal(field);
      expect(error.details[0].message).to.match(typeof message === 'string' ? new RegExp(`^${message}$`) : message);
      expect(error.message).to.equal(`The parameter "${field}" ${error.details[0].message}.`);
    }
  });

  it('are equal in GET /me/orders and alone, except for the nickname', async () => {
    const { body } = await mine('?limit=1').expect(200);
    expect({ ...body.data[0], nickname: buyer.nickname }).to.deep.equal(await shop.read(buyer, made[11]!));
  });

  it('are filtered by status in GET /me/orders', async () => {
    const closed = await mine('?status=closed').expect(200);
    expect(snsOf(closed)).to.deep.equal([made[5]!.sn]);
    const paid = await mine('?status=paid').expect(200);
    expect(snsOf(paid)).to.deep.equal([made[7]!.sn, made[3]!.sn]);
    expect(paid.headers['x-total-count']).to.equal('2');
    expect((await mine('?status=created&limit=100')).body.paging).to.deep.equal({ total: 9, offset: 0, limit: 100 });
    for (const none of ['refunding', 'refunded']) expect((await mine(`?status=${none}`)).body.paging.total).to.equal(0);
  });

  it('keep the status created while a payment is open', async () => {
    const { database, orders } = shop.services;
    await database.transaction(async () => orders.begin(await orders.lock(made[0]!.sn)));
    expect(snsOf(await mine('?status=created&limit=100'))).to.include(made[0]!.sn);
    expect(await shop.read(buyer, made[0]!)).to.include({ status: 'created' });
  });

  for (const query of ['status=paying', 'status=success', 'status=open', 'offset=-1', 'limit=0x10']) {
    it(`reject GET /me/orders?${query}: 422/9`, async () => {
      expect(outcome(await mine(`?${query}`))).to.equal('422/9');
    });
  }

  it('are all listed and filtered by GET /orders, for managers of orders only', async () => {
    const manager = await shop.known('manager');
    const all = await shop.get('/orders?limit=100', manager).expect(200);
    expect(all.body.paging.total).to.equal(13);
    expect(all.headers['x-total-count']).to.equal('13');
    expect(snsOf(all).slice(1)).to.deep.equal(newest());
    const one = await shop.get(`/orders?userId=${other.id}`, manager).expect(200);
    expect(one.body.data).to.have.length(1);
    expect(one.body.data[0]).to.include({ userId: other.id, nickname: other.nickname });
    const closed = await shop.get(`/orders?userId=${buyer.id}&status=closed`, manager).expect(200);
    expect(snsOf(closed)).to.deep.equal([made[5]!.sn]);
    const byNumber = async (query: string) => snsOf(await shop.get(`/orders?sn=${query}`, manager).expect(200));
    expect(await byNumber(made[5]!.sn)).to.deep.equal([made[5]!.sn]);
    expect(await byNumber(`${made[5]!.sn}&userId=${buyer.id}&status=closed`)).to.deep.equal([made[5]!.sn]);
    expect(await byNumber(`${made[5]!.sn}&userId=${other.id}`), 'of another user').to.deep.equal([]);
    expect(await byNumber(`${made[5]!.sn}&status=paid`), 'in another status').to.deep.equal([]);
    expect(await byNumber(made[5]!.sn.slice(0, -1)), 'a part of a number').to.deep.equal([]);
    const ofBuyer = async (query: string) => snsOf(await shop.get(`/orders?limit=20&${query}`, manager).expect(200));
    expect(await ofBuyer(`buyer=${buyer.nickname}`)).to.deep.equal(newest());
    expect(await ofBuyer(`buyer=${buyer.nickname}&status=closed`)).to.deep.equal([made[5]!.sn]);
    expect(await ofBuyer(`buyer=${buyer.nickname}&userId=${buyer.id}`)).to.deep.equal(newest());
    expect(await ofBuyer(`buyer=${buyer.nickname}&userId=${other.id}`), 'of another user').to.deep.equal([]);
    expect(await ofBuyer('buyer=nobody'), 'of an unknown user').to.deep.equal([]);
    expect(await ofBuyer('buyer=student@example.com'), 'of a user without orders').to.deep.equal([]);
    expect(outcome(await shop.get('/orders', buyer))).to.equal('403/13');
    expect(outcome(await shop.get('/orders', await shop.known('planner')))).to.equal('403/13');
    expect(outcome(await shop.get('/orders', { headers: {} }))).to.equal('401/11');
    expect(outcome(await shop.get('/orders?userId=abc', manager))).to.equal('422/9');
  });

  it('are shown by GET /orders/{sn} to their owner and managers of orders only', async () => {
    const path = `/orders/${made[0]!.sn}`;
    expect(outcome(await shop.get(path, buyer))).to.equal('200');
    expect(outcome(await shop.get(path, await shop.known('manager')))).to.equal('200');
    expect(outcome(await shop.get(path, other))).to.equal('403/13');
    expect(outcome(await shop.get(path, await shop.known('teacher')))).to.equal('403/13');
    expect(outcome(await shop.get(path, { headers: {} }))).to.equal('401/11');
  });

  for (const sn of ['1'.repeat(30), '1', 'abc', "1'--", '%00', '9'.repeat(500)]) {
    it(`are not found at GET /orders/${sn.slice(0, 32)}: 404/10`, async () => {
      expect(outcome(await shop.get(`/orders/${sn}`, buyer))).to.equal('404/10');
    });
  }

  it('are not found by their id: 404/10', async () => {
    expect(outcome(await shop.get(`/orders/${made[0]!.id}`, buyer))).to.equal('404/10');
  });
});
