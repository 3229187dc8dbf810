import { join } from 'node:path';
import { expect } from 'chai';
import type { Kernel } from 'lectern/host';
import type { Requests } from '../../core/testing/requests.ts';
import { eventually } from '../support/eventually.ts';
import type { Installation } from '../support/installation.ts';
import { depot } from './infrastructure/depot.ts';

const key = (name: string) => ({ 'X-Clerk-Key': `key-${name}` });

describe('A host with own accounts beside core/infrastructure', () => {
  let installation: Installation;
  let kernel: Kernel;
  let api: Requests;

  before(async () => {
    installation = depot();
    const folder = join(installation.root, 'files');
    const config = { modules: { files: { folder }, mail: { provider: 'pigeons' }, jobs: { enabled: false } } };
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info', DATA_DIR: 'memory' };
    ({ kernel, api } = await installation.serve({ env, config }));
  });
  after(() => installation.clear());

  it('starts without a module of the platform, and without a warning', async () => {
    await api.get('/readyz').expect(200);
    const names = kernel.modules.map(({ name }) => name);
    expect(names).to.include.members(['audit', 'clerks', 'console', 'parcels']).and.not.to.include('users');
    const problems = installation.logs.filter((line) => /"level":[456]0(?!.*"module":"database")/.test(line));
    expect(problems).to.deep.equal([]);
  });

  it('grants the permissions of the roles of its callers, and no others', async () => {
    await api.get('/api/parcels').expect(401);
    await api.get('/api/parcels').set(key('nobody')).expect(401);
    await api.get('/api/parcels').set(key('bert')).expect(403);
    await api.get('/api/parcels').set(key('anna')).expect(200, []);
    await api.get('/api/parcels').set(key('cara')).expect(200, []);
  });

  it('delivers events, and runs jobs', async () => {
    await api.post('/api/parcels').set(key('anna')).send({ item: 'books' }).expect(200);
    const labels = async () => (await kernel.services.database.table('parcel_labels').select('text')).length;
    await eventually(async () => expect(await labels()).to.equal(1));
    await kernel.services.jobs.run('parcels.sweep');
    expect(await labels()).to.equal(0);
  });

  it('shows and changes settings, and records the change', async () => {
    await api.get('/api/settings/depot').expect(200, { gate: 'north' });
    await api.patch('/api/settings/depot').set(key('bert')).send({ gate: 'east' }).expect(403);
    await api.patch('/api/settings/depot').set(key('anna')).send({ gate: 'south' }).expect(200, { gate: 'south' });
    await api.get('/api/admin_logs').set(key('anna')).expect(403);
    const { body } = await api.get('/api/admin_logs?resource=/settings').set(key('cara')).expect(200);
    expect(body.data[0]).to.deep.include({
      nickname: 'anna',
      userId: '1',
      path: '/settings/depot',
      after: { gate: 'south' },
    });
  });

  it('carries out a repeated request once, stores its file, sends its mail, and counts towards a limit', async () => {
    const pickUp = (idempotencyKey: string) =>
      api
        .post('/api/pickups')
        .set(key('bert'))
        .set('Idempotency-Key', idempotencyKey)
        .send({ to: 'bert@depot.example' });
    const { body } = await pickUp('first').expect(200);
    expect((await pickUp('first').expect(200)).body).to.deep.equal(body);
    const file = await api.get((body as { picture: string }).picture).expect(200);
    expect(file.headers['content-type']).to.equal('image/png');
    await pickUp('second').expect(200);
    await pickUp('third').expect(429);
    expect((kernel.services as unknown as { mails: object[] }).mails).to.have.length(2);
  });

  it('serves the console, whose operations take the credentials of the host', async () => {
    await api.get('/console').expect(200);
    await api.get('/api/console/readiness').set(key('anna')).expect(403);
    const { body } = await api.get('/api/console/readiness').set(key('dora')).expect(200);
    expect(body).to.include({ status: 'ready' });
    for (const page of [
      'plugins',
      'routes',
      'jobs',
      'events',
      'findings',
      'points',
      'setting_forms',
      'pages',
      'errors',
    ])
      await api.get(`/api/console/${page}`).set(key('cara')).expect(200);
    await api.get('/api/console/ledger_checks').set(key('cara')).expect(404);
  });
});
