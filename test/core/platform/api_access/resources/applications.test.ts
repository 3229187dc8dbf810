import { expect } from 'chai';
import { construct } from 'lectern/testing';
import type { ApiAccessConfig } from '../../../../../core/platform/api_access/config.ts';
import { ConfiguredApps } from '../../../../../core/platform/api_access/services/configured_apps.ts';
import { eventually } from '../../../../support/eventually.ts';
import type { Platform } from '../../../../support/platform.ts';
import { apps, md5, startWith } from '../support.ts';

interface Shown {
  readonly id: string;
  readonly appKey: string;
  readonly secretKey: string;
  readonly userId: string;
}

describe('Applications', () => {
  let platform: Platform;
  let manager: { 'X-Auth-Token': string };

  before(async () => {
    const [demo, plain] = apps;
    const configured = [{ ...demo, user: 'demo-service', roles: ['ROLE_USER'] }, plain];
    platform = await startWith({ apps: configured, accessTokenEnabled: true, wrongTries: { points: 1000 } });
    manager = await platform.as('manager');
  });
  after(() => platform.stop());

  const tokenOf = ({ appKey, secretKey }: Pick<Shown, 'appKey' | 'secretKey'>) => md5(`${appKey}-${secretKey}`);
  const by = (token: string, path = '/api/user/info') => platform.api.get(path).set('Access-Token', token);
  const codeOf = async (answer: PromiseLike<{ status: number; body: any }>) => {
    const { status, body } = await answer;
    return [status, body.error?.code];
  };
  const add = async (input: object): Promise<Shown> =>
    (await platform.api.post('/api/applications').set(manager).send(input).expect(201)).body;
  const patch = (id: string, change: object, who = manager) =>
    platform.api.patch(`/api/applications/${id}`).set(who).send(change);

  it('act as their service account, with its roles', async () => {
    const made = await add({ name: 'Reports', roles: ['ROLE_ADMIN'] });
    const { body } = await by(tokenOf(made)).expect(200);
    expect(body).to.include({ id: Number(made.userId), nickname: 'Reports' });
    await by(tokenOf(made), '/api/settings/api').expect(200);
    const issued = await platform.api.post('/api/tokens').set('Access-Token', tokenOf(made)).expect(200);
    await platform.api.get('/api/user/info').set('X-Auth-Token', issued.body.token).expect(200);
    await eventually(async () => {
      const read = await platform.api.get(`/api/applications/${made.id}`).set(manager).expect(200);
      expect(read.body.lastUsedTime).to.be.a('string');
    });
  });

  it('show their secret once, and do not store it', async () => {
    const answer = await platform.api.post('/api/applications').set(manager).send({ name: 'Once' }).expect(201);
    expect(answer.headers['cache-control']).to.equal('no-store');
    const { secretKey, ...shown } = answer.body as Shown;
    const read = await platform.api.get(`/api/applications/${shown.id}`).set(manager).expect(200);
    expect(read.body).to.deep.equal({ ...shown });
    const { rows } = await platform.services.database.raw('select * from applications, users where users.id = user_id');
    for (const secret of [secretKey, tokenOf({ ...shown, secretKey })]) {
      expect(JSON.stringify(rows)).not.to.include(secret);
      expect(platform.logs.join('')).not.to.include(secret);
    }
  });

  it('lose the former secret and all tokens with a new secret', async () => {
    const made = await add({ name: 'Rotated' });
    const { body } = await platform.api.post('/api/tokens').set('Access-Token', tokenOf(made)).expect(200);
    const rotated = await platform.api.post(`/api/applications/${made.id}/secrets`).set(manager).expect(200);
    expect(await codeOf(by(tokenOf(made)))).to.deep.equal([401, 4]);
    expect(await codeOf(platform.api.get('/api/user/info').set('X-Auth-Token', body.token))).to.deep.equal([401, 5]);
    await by(tokenOf(rotated.body)).expect(200);
  });

  it('are rejected at once after they are disabled or removed', async () => {
    const made = await add({ name: 'Switched' });
    const { body } = await platform.api.post('/api/tokens').set('Access-Token', tokenOf(made)).expect(200);
    await by(tokenOf(made)).expect(200);
    expect((await patch(made.id, { enabled: false }).expect(200)).body.enabled).to.equal(false);
    expect(await codeOf(by(tokenOf(made)))).to.deep.equal([401, 6]);
    await patch(made.id, { enabled: true, name: 'Renamed', roles: ['ROLE_TEACHER'] }).expect(200);
    expect((await by(tokenOf(made)).expect(200)).body).to.include({ nickname: 'Renamed' });
    // The token that was issued before stays revoked.
    expect(await codeOf(platform.api.get('/api/user/info').set('X-Auth-Token', body.token))).to.deep.equal([401, 5]);
    await platform.api.delete(`/api/applications/${made.id}`).set(manager).expect(200);
    expect(await codeOf(by(tokenOf(made)))).to.deep.equal([401, 4]);
    expect(await codeOf(patch(made.id, { enabled: true }))).to.deep.equal([404, 10]);
    await add({ name: 'Renamed' });
  });

  it('cannot be created or changed by a manager with fewer permissions', async () => {
    const post = (input: object) => platform.api.post('/api/applications').set(manager).send(input);
    expect(await codeOf(post({ name: 'Super', roles: ['ROLE_SUPER_ADMIN'] }))).to.deep.equal([403, 13]);
    expect(await codeOf(post({ name: 'Unknown', roles: ['ROLE_NONE'] }))).to.deep.equal([422, 9]);
    const admin = await platform.as('admin');
    const { body } = await platform.api
      .post('/api/applications')
      .set(admin)
      .send({ name: 'Super', roles: ['ROLE_SUPER_ADMIN'] })
      .expect(201);
    const path = `/api/applications/${body.id}`;
    expect(await codeOf(patch(body.id, { name: 'Mine' }))).to.deep.equal([403, 13]);
    expect(await codeOf(platform.api.post(`${path}/secrets`).set(manager))).to.deep.equal([403, 13]);
    expect(await codeOf(platform.api.delete(path).set(manager))).to.deep.equal([403, 13]);
    await by(tokenOf(body)).expect(200);
    const { body: list } = await platform.api.get('/api/applications').set(manager).expect(200);
    expect(list.data.map(({ name }: { name: string }) => name))
      .to.include('Super')
      .and.not.include('Unknown');
  });

  it('reject names of users and login names', async () => {
    const post = (name: string) => platform.api.post('/api/applications').set(manager).send({ name });
    expect(await codeOf(post('student'))).to.deep.equal([409, 14]);
    for (const name of ['13800000004', 'student@example.com', '']) {
      expect(await codeOf(post(name)), name).to.deep.equal([422, 9]);
    }
    const made = await add({ name: 'Free' });
    expect(await codeOf(patch(made.id, { name: 'student' }))).to.deep.equal([409, 14]);
  });

  it('of the configuration act as their user, and change only "enabled"', async () => {
    const token = md5('demo-app-demo-secret');
    const { body } = await by(token).expect(200);
    expect(body).to.deep.include({ nickname: 'demo-service', roles: ['ROLE_USER'] });
    const list = await platform.api.get('/api/applications?limit=100').set(manager).expect(200);
    const found = list.body.data.find(({ appKey }: Shown) => appKey === 'demo-app');
    expect(found).to.include({ configured: true, userId: String(body.id) });
    const path = `/api/applications/${found.id}`;
    expect(await codeOf(platform.api.delete(path).set(manager))).to.deep.equal([409, 14]);
    expect(await codeOf(platform.api.post(`${path}/secrets`).set(manager))).to.deep.equal([409, 14]);
    expect(await codeOf(patch(found.id, { roles: [] }))).to.deep.equal([409, 14]);
    await patch(found.id, { enabled: false }).expect(200);
    expect(await codeOf(by(token))).to.deep.equal([401, 6]);
    await patch(found.id, { enabled: true }).expect(200);
    expect(await codeOf(by(md5('plain-app-plain-secret')))).to.deep.equal([403, 13]);
  });

  it('of the configuration are locked when they are removed from it', async () => {
    const token = md5('demo-app-demo-secret');
    const { api_accessConfig, database, roles, serviceAccounts } = platform.services;
    const restart = (left: ApiAccessConfig['apps']) =>
      construct(ConfiguredApps, {
        api_accessConfig: { ...api_accessConfig, apps: left },
        database,
        roles,
        serviceAccounts,
      }).start();
    await restart(api_accessConfig.apps);
    const issued = await platform.api.post('/api/tokens').set('Access-Token', token).expect(200);
    await restart([]);
    expect(await codeOf(by(token))).to.deep.equal([401, 6]);
    const request = platform.api.get('/api/user/info').set('X-Auth-Token', issued.body.token);
    expect(await codeOf(request)).to.deep.equal([401, 5]);
  });

  it('are left out of lists of users', async () => {
    const planner = await platform.as('planner');
    const { body } = await platform.api.get('/api/user/list?keyword=demo-service').set(planner).expect(200);
    expect(body.data).to.deep.equal([]);
    const match = await platform.api.get('/api/user/match?q=demo-service').set(planner).expect(200);
    expect(match.body.data).to.deep.equal([]);
  });
});
