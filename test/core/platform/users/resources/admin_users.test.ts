import { expect } from 'chai';
import { prepared, started } from '../../../../support/started.ts';
import { basic, itKeepsSecrets, outcome, secret, signedIn, startUsers, whoIs } from '../support.ts';

describe('POST /admin_users', () => {
  const password = secret('the password of somebody new');
  const platform = started(startUsers);

  const manager = prepared(() => signedIn(platform, 'manager'));

  const add = (body: object, headers = manager) => platform.api.post('/api/admin_users').set(headers).send(body);

  it('creates a user who can sign in, and sends the address of the user', async () => {
    const { body, headers } = await add({ nickname: '李四', password, email: 'Li@Example.com' }).expect(201);
    expect(body).to.deep.include({ nickname: '李四', email: 'li@example.com', roles: ['ROLE_USER'], locked: false });
    const shown = await platform.api.get(headers['location']!).set(manager).expect(200);
    expect(shown.body).to.deep.equal(body);
    expect(await whoIs(platform, basic('li@example.com', password))).to.equal('李四');
  });

  it('is recorded without the password', async () => {
    const { body } = await platform.api.get('/api/admin_logs?limit=1').set(manager).expect(200);
    expect(body.data[0]).to.deep.include({ action: 'add', resource: '/admin_users', nickname: 'manager' });
    expect(body.data[0].fields).to.include('password');
    expect(JSON.stringify(body)).to.not.include(password).and.not.include('argon2');
  });

  it('gives no role with a permission that the manager lacks: 403, code 13', async () => {
    const planner = { nickname: 'planned', password, roles: ['ROLE_PROJECT_PLANNER'] };
    expect(outcome(await add(planner))).to.equal('403/13');
    expect((await add(planner, await signedIn(platform, 'admin')).expect(201)).body.roles).to.deep.equal(planner.roles);
  });

  it('rejects taken names, unknown roles and invalid passwords', async () => {
    expect(outcome(await add({ nickname: 'student', password }))).to.equal('409/14');
    expect(outcome(await add({ nickname: 'fresh', password, roles: ['ROLE_NONE'] }))).to.equal('422/9');
    expect(outcome(await add({ nickname: 'fresh' }))).to.equal('422/9');
    expect(outcome(await add({ nickname: 'fresh', password: 'short' }))).to.equal('422/9');
    expect(outcome(await add({ nickname: 'fresh', password }, await signedIn(platform, 'student')))).to.equal('403/13');
  });

  itKeepsSecrets(() => platform.logs);
});
