import { expect } from 'chai';
import { prepared, started } from '../../../../support/started.ts';
import { outcome, secret, signedIn, startUsers } from '../support.ts';

type Row = Record<string, any>;

describe('Departments', () => {
  const platform = started(startUsers);

  const manager = prepared(() => signedIn(platform, 'manager'));

  const send = (method: 'get' | 'post' | 'patch' | 'delete', path: string, body: object = {}) =>
    platform.api[method](`/api${path}`).set(manager).send(body);
  const add = async (draft: object) => (await send('post', '/departments', draft).expect(201)).body as Row;
  const orgIdsOf = async (id: string | number) =>
    (await send('get', `/users/${id}`).expect(200)).body.orgIds as number[];

  it('are a tree that only managers of users and planners see', async () => {
    const below = await add({ name: 'Below', parentId: '2', weight: 1 });
    for (const who of ['manager', 'planner']) {
      const { body } = await platform.api
        .get('/api/departments')
        .set(await signedIn(platform, who))
        .expect(200);
      expect(body.map(({ id }: Row) => id)).to.deep.equal(['1', '2', '3', '4', '5']);
      expect(body[1]).to.deep.include({ name: 'Department 2', parentId: '0', depth: '1' });
      expect(body[1].children).to.deep.equal([{ ...below, children: [] }]);
    }
    const student = await signedIn(platform, 'student');
    for (const path of ['/api/departments', '/api/departments/1']) {
      expect(outcome(await platform.api.get(path).set(student))).to.equal('403/13');
    }
    const planner = await signedIn(platform, 'planner');
    expect(outcome(await platform.api.post('/api/departments').set(planner).send({ name: 'No' }))).to.equal('403/13');
  });

  it('are renamed and moved, with an audit entry', async () => {
    const { id } = await add({ name: 'Old' });
    const { body } = await send('patch', `/departments/${id}`, { name: 'New', parentId: '1' }).expect(200);
    expect(body).to.deep.include({ name: 'New', parentId: '1', depth: '2' });
    const admin = await signedIn(platform, 'admin');
    const logs = (await platform.api.get('/api/admin_logs?limit=1').set(admin).expect(200)).body;
    expect(logs.data[0]).to.deep.include({ path: `/departments/${id}`, action: 'update' });
    expect(logs.data[0].after).to.deep.equal({ name: 'New', parentId: '1', depth: '2' });
  });

  it('have the users that managers assign, and are kept while they have some', async () => {
    const { id } = await add({ name: 'People' });
    const account = { nickname: 'someone', password: secret('the password of someone'), orgIds: [id, '1', id] };
    const made = (await send('post', '/admin_users', account).expect(201)).body as Row;
    expect(made['orgIds']).to.deep.equal([1, Number(id)]);
    await send('patch', `/users/${made['id']}`, { title: 'Tutor' }).expect(200);
    expect(await orgIdsOf(made['id'])).to.deep.equal([1, Number(id)]);
    const found = (await send('get', `/users?orgIds=${id}`).expect(200)).body.data as Row[];
    expect(found.map(({ nickname }) => nickname)).to.deep.equal(['someone']);

    expect(outcome(await send('delete', `/departments/${id}`))).to.equal('409/14');
    await send('patch', `/users/${made['id']}`, { orgIds: [] }).expect(200);
    expect(await orgIdsOf(made['id'])).to.deep.equal([]);
    await send('delete', `/departments/${id}`).expect(200);
  });

  it('must exist when users are assigned to them', async () => {
    const before = await orgIdsOf(9);
    const answer = await send('patch', '/users/9', { orgIds: ['1', '999'], title: 'Lost' });
    expect(outcome(answer)).to.equal('422/9');
    expect(answer.body.error.details[0].field).to.equal('orgIds');
    expect(await orgIdsOf(9)).to.deep.equal(before);
    expect((await send('get', '/users/9')).body.title).to.equal('');
  });
});
