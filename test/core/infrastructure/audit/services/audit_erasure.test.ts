import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { eventually } from '../../../../support/eventually.ts';
import { prepared, started } from '../../../../support/started.ts';

const PASSWORD = 'a long password of erika';
const first = { nickname: 'erika', email: 'erika@example.com', mobile: '13900007777', truename: 'Erika Mustermann' };
const second = { nickname: 'erika2', email: 'e.m@example.com', mobile: '13900008888', truename: 'E. Muster' };
const personal = [...Object.values(first), ...Object.values(second)];

describe('Personal data in the audit trail', () => {
  const platform = started(() => startPlatform({ modules: { jobs: { enabled: false } } }));
  let id: string;

  const admin = prepared(() => platform.as('admin'));

  before(async () => {
    const account = { ...first, password: PASSWORD, roles: ['ROLE_ADMIN'] };
    id = (await platform.api.post('/api/admin_users').set(admin).send(account).expect(201)).body.id;
  });

  const rows = () => platform.services.database.table('admin_logs').orderBy('id');
  const text = async () => JSON.stringify(await rows());

  it('is erased with the person; what was changed, when and by whom stays', async () => {
    const erika = await platform.as('erika');
    await platform.api.patch('/api/users/9').set(erika).send({ truename: 'Changed by Erika' }).expect(200);
    await platform.api.post('/api/courses/20/members').set(erika).send({ userId: '9' }).expect(201);
    await platform.api.patch(`/api/users/${id}`).set(admin).send(second).expect(200);
    await platform.api.post('/api/courses/20/members').set(admin).send({ userId: id }).expect(201);
    const grant = { userId: id, levelId: '1', days: 30, reason: 'A gift.' };
    await platform.api.post('/api/plugins/vip/memberships').set(admin).send(grant).expect(201);
    const before = await rows();
    for (const one of personal) expect(JSON.stringify(before)).to.include(one);
    const basic = Buffer.from(`${second.nickname}:${PASSWORD}`).toString('base64');
    await platform.api.delete('/api/me').set('Authorization', `Basic ${basic}`).expect(200);
    const left = await rows();
    for (const one of personal) expect(JSON.stringify(left)).to.not.include(one);
    const kept = ({ id: entry, user_id, action, path, fields, created_at }: Record<string, unknown>) =>
      JSON.stringify([entry, user_id, action, path, fields, created_at]);
    expect(left.map(kept)).to.deep.equal(before.map(kept));
    expect(await text())
      .to.include('Changed by Erika')
      .and.include('"nickname":"admin"')
      .and.include('"nickname":"user9"')
      .and.include('[erased]');
  });

  it('of entries beyond the first step is erased by the subscriber', async () => {
    const { accounts, database } = platform.services;
    await database.raw(
      `insert into admin_logs (created_at, user_id, nickname, action, resource, path, fields, people)
       select now(), 14, 'user14', 'update', '/coupons', '/coupons/' || n, '{}', '{14}' from generate_series(1, 1100) as n`,
    );
    // Within the transaction, the subscriber has not run.
    await database.transaction(async () => {
      await accounts.erase('14');
      const left = await database.table('admin_logs').where({ nickname: 'user14' }).count({ total: '*' });
      expect(left).to.deep.equal([{ total: '600' }]);
    });
    await eventually(async () => expect(await text()).to.not.include('"user14"'));
  });
});
