import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('The audit trail', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));
  const admin = prepared(() => platform.as('admin'));

  async function entries(query: object = {}): Promise<any[]> {
    const { body } = await platform.api
      .get('/api/admin_logs')
      .query({ limit: 100, ...query })
      .set(admin)
      .expect(200);
    return body.data;
  }

  it('records user, action, time and the new object', async () => {
    const { body: made } = await platform.api
      .post('/api/coupons')
      .set(manager)
      .set('X-Request-Id', 'made-by-a-test')
      .send({ code: 'SPRING', type: 'minus', rate: '5.00', deadline: '2999-01-01', unknown: 1 })
      .expect(201);
    const [entry] = await entries();
    expect(entry).to.deep.include({
      userId: '8',
      nickname: 'manager',
      action: 'add',
      resource: '/coupons',
      path: `/coupons/${made.id}`,
      fields: ['code', 'type', 'rate', 'deadline'],
      before: null,
      after: made,
      requestId: 'made-by-a-test',
    });
    expect(Date.now() - Date.parse(entry.createdTime)).to.be.within(-2_000, 60_000);
  });

  it('records the changed fields before and after', async () => {
    await platform.api.patch('/api/settings/register').set(manager).send({ level: 'high' }).expect(200);
    const [entry] = await entries();
    expect(entry).to.deep.include({ action: 'update', resource: '/settings', path: '/settings/register' });
    expect(entry.after).to.deep.equal({ level: 'high' });
    expect(Object.keys(entry.before)).to.deep.equal(['level']);
  });

  it('records a removed object as it was', async () => {
    const { body: shown } = await platform.api.get('/api/plugins/vip/vip_levels/1').set(manager).expect(200);
    const { body: made } = await platform.api
      .post('/api/plugins/vip/vip_levels')
      .set(manager)
      .send({ name: 'tin', seq: 90, monthPrice: '1.00', yearPrice: '10.00' })
      .expect(201);
    await platform.api.delete(`/api/plugins/vip/vip_levels/${made.id}`).set(manager).expect(200);
    const [entry] = await entries();
    expect(entry).to.deep.include({ action: 'remove', path: `/plugins/vip/vip_levels/${made.id}`, after: null });
    expect(entry.before).to.have.all.keys(shown);
  });

  it('shortens long texts', async () => {
    const body = 'word '.repeat(400);
    await platform.api.patch('/api/articles/1').set(manager).send({ body }).expect(200);
    const [entry] = await entries();
    expect(entry.after.body)
      .to.have.length.below(600)
      .and.match(/\.\.\. \(\d+ characters\)$/);
  });

  it('omits rejected changes, reads and requests of users for themselves', async () => {
    const before = await entries();
    await platform.api.patch('/api/articles/1').set(manager).send({ status: 'nothing' }).expect(422);
    await platform.api.patch('/api/articles/999999').set(manager).send({ title: 'x' }).expect(404);
    await platform.api.get('/api/coupons').set(manager).expect(200);
    await platform.api.post('/api/tokens').set(manager).expect(200);
    expect(await entries()).to.deep.equal(before);
  });

  it('omits updates that change nothing', async () => {
    const before = await entries();
    const { body: course } = await platform.api.get('/api/courses/1').set(admin).expect(200);
    const { title, price, courseSetId, status, isFree } = course;
    const same: readonly (readonly [path: string, body: object])[] = [
      ['settings/register', {}],
      ['settings/register', { level: 'high' }],
      ['courses/1', {}],
      ['courses/1', { title, price, courseSetId, status, isFree }],
      ['course_categories/1', { name: 'Category 1', published: true }],
      ['users/2', { roles: ['ROLE_USER', 'ROLE_PROJECT_PLANNER'] }],
    ];
    for (const [path, body] of same) await platform.api.patch(`/api/${path}`).set(admin).send(body).expect(200);
    expect(await entries()).to.deep.equal(before);
    await platform.api.patch('/api/courses/1').set(admin).send({ title, price: '11.00' }).expect(200);
    expect((await entries())[0]).to.deep.include({ path: '/courses/1', fields: ['title', 'price'] });
  });

  it('rolls a change back when its entry cannot be stored', async () => {
    const { database } = platform.services;
    const change = () => platform.api.patch('/api/articles/2').set(manager).send({ title: 'Never' });
    await database.raw('alter table admin_logs rename to kept_logs');
    await change().expect(500);
    await database.raw('alter table kept_logs rename to admin_logs');
    const { body } = await platform.api.get('/api/articles/2').set(manager).expect(200);
    expect(body.title).to.not.equal('Never');
    await change().expect(200);
    expect((await entries())[0].after).to.deep.include({ title: 'Never' });
  });

  it('does not count its reads of an article as hits', async () => {
    const hits = async () => {
      const { articleHits, database } = platform.services;
      await articleHits.flush();
      return database.table('articles').where({ id: 3 }).first('hits');
    };
    const before = await hits();
    await platform.api.patch('/api/articles/3').set(manager).send({ title: 'Quiet' }).expect(200);
    expect(await hits()).to.deep.equal(before);
  });
});
