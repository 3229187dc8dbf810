import { expect } from 'lectern/testing';
import { started } from '../../support/started.ts';
import { failureOf } from '../infrastructure/database/support.ts';
import { startPlatform } from '../../support/platform.ts';

describe('The reset of the test kit', () => {
  const test = started(() => startPlatform());
  let student: { 'X-Auth-Token': string };

  before(async () => {
    student = await test.as('student');
  });
  afterEach(() => test.reset());

  const table = (name: string) => test.services.database.table(name);
  const total = async (name: string) => Number((await table(name).count({ total: '*' }))[0]?.['total']);
  const newCoupon = { code: 'RESET1', type: 'minus', rate: 1, user_id: 4 };

  it('undoes added, changed and removed rows', async () => {
    const { database } = test.services;
    const before = await table('articles').orderBy('id').select('id', 'title');
    const levels = await table('vip_levels').orderBy('id');
    await database.transaction(() => table('articles').where('id', 5).update({ title: 'Changed' }));
    await table('articles').where('id', '>', 50).delete();
    await table('user_departments').delete();
    await table('departments').insert({ name: 'New' });
    await test.reset();
    expect(await table('articles').orderBy('id').select('id', 'title')).to.deep.equal(before);
    expect(await table('vip_levels').orderBy('id')).to.deep.equal(levels);
    expect([await total('user_departments'), await total('departments')]).to.deep.equal([52, 5]);
  });

  it('undoes the changes of requests', async () => {
    const manager = await test.as('manager');
    const coupons = await total('orders');
    const order = { targetType: 'course', targetId: '2' };
    expect(await test.api.post('/api/orders').set(student).send(order).expect(200)).to.match.openapi;
    expect(await total('orders')).to.equal(coupons + 1);
    await test.api.patch('/api/settings/site').set(manager).send({ name: 'Changed' });
    await test.reset();
    expect(await total('orders')).to.equal(coupons);
    expect(await total('order_steps')).to.equal(0);
  });

  it('resets generated ids', async () => {
    const add = async () => (await table('departments').insert({ name: 'New' }).returning('id'))[0]?.id as string;
    const first = await add();
    await test.reset();
    expect(await add()).to.equal(first);
  });

  it('clears the caches of services', async () => {
    const name = async () => (await test.api.get('/api/settings/site').expect(200)).body.name as string;
    const before = await name();
    await test.api
      .patch('/api/settings/site')
      .set(await test.as('admin'))
      .send({ name: 'Changed' })
      .expect(200);
    expect(await name()).to.equal('Changed');
    await test.reset();
    expect(await name()).to.equal(before);
  });

  it('drops what services have buffered for a later write', async () => {
    const { articleHits } = test.services;
    const hits = async () => (await test.services.database.table('articles').where({ id: 1 }).first('hits'))?.hits;
    const before = await hits();
    articleHits.count('1');
    await test.reset();
    await articleHits.flush();
    expect(await hits()).to.equal(before);
  });

  it('keeps the tokens that as() has issued, and no others', async () => {
    await test.api.get('/api/user/info').set(student).expect(200);
    const again = await test.as('student');
    await test.reset();
    await test.reset();
    await test.api.get('/api/user/info').set(student).expect(200);
    await test.api.get('/api/user/info').set(again).expect(200);
    const other = await test.services.tokens.issue('4');
    await test.reset();
    await test.api.get('/api/user/info').set('X-Auth-Token', other).expect(401);
  });

  it('keeps the records of migrations and subscribers', async () => {
    const before = await total('lectern_migrations');
    await table('coupons').where('code', newCoupon.code).delete();
    await test.reset();
    expect(await total('lectern_migrations')).to.equal(before);
    expect(await total('event_subscribers')).to.be.above(0);
  });
});

describe('A test kernel', () => {
  it('names an unknown user in as()', async () => {
    const platform = await startPlatform();
    const error = await failureOf(platform.as('nobody'));
    await platform.stop();
    expect(error.message).to.include('There is no user "nobody"; name a user of the demo data, such as student');
  });
});
