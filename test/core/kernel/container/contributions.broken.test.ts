import { join } from 'node:path';
import { expect } from 'chai';
import type { Kernel } from 'lectern/host';
import type supertest from 'supertest';
import { snapshotOf } from '../../../../core/testing/snapshot.ts';
import { Installation } from '../../../support/installation.ts';
import { projectRoot, tokenOf } from '../../../support/platform.ts';
import { failsToStart, failsWhileRunning, filesOf } from './broken_contributions.ts';

interface Health {
  readonly status: string;
  readonly remarks: readonly { readonly module: string; readonly remark: string }[];
}

describe('A platform with broken contributions of plugins', () => {
  const installation = new Installation({ ...filesOf(failsToStart), ...filesOf(failsWhileRunning) });
  let kernel: Kernel;
  let api: ReturnType<typeof supertest>;
  let token: string;

  before(async () => {
    for (const path of ['core', 'config', 'custom']) installation.link(join(projectRoot, path), path);
    installation.copy(join(projectRoot, 'plugins/vip'), 'plugins/vip');
    const snapshot = await snapshotOf({ root: projectRoot, demo: true, without: [] });
    const env = { DATA_DIR: 'memory', DATA_SNAPSHOT: snapshot, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' };
    ({ kernel, api } = await installation.serve({ env, config: { demo: true, guard: { deadlineMs: 300 } } }));
    token = await tokenOf(kernel, 'student');
  });
  after(() => installation.clear());

  it('sets aside each plugin with an unusable contribution, with its reason', () => {
    const reasons = Object.fromEntries(kernel.failedPlugins.map(({ module, reason }) => [module, reason]));
    expect(Object.keys(reasons)).to.have.members(Object.keys(failsToStart));
    for (const [name, { reason }] of Object.entries(failsToStart))
      expect(reasons[name]?.replace(reason.source.includes(':\\d') ? '' : / \(\S+:\d+\)/, ''))
        .to.match(reason)
        .and.match(new RegExp(`^plugins/${name}/services\\.js: `));
  });

  it('answers 503 at /readyz, with remarks on failing services', async () => {
    const { body } = await api.get('/readyz').expect(503);
    const { remarks } = body as Health;
    expect(remarks).to.deep.include({ module: 'check_hangs', remark: 'check() did not end within 2000 ms.' });
    for (const module of ['check_throws', 'check_proxy'])
      expect(remarks).to.deep.include({ module, remark: 'check() failed; the log says why.' });
    for (const module of ['remarks_throw', 'remarks_rubbish'])
      expect(remarks).to.deep.include({ module, remark: 'operatorRemarks() failed; the log says why.' });
    expect(JSON.stringify(body)).to.not.include('secret');
  });

  it('logs a ready() that rejects, a find() that fails, and a product that is never delivered', async () => {
    await api.get('/api/settings/site').expect(200);
    const logs = installation.logs.join('');
    expect(logs).to.match(/"module":"ready_rejects".*not yet.*ready\(\) of Object failed/);
    expect(logs).to.match(/"module":"keys".*no find.*find\(\) of the authenticator \\"find\\" fails/);
    expect(logs).to.include(`of module 'product_free' is sold, but never delivered; write deliverySubscriber('gift'`);
  });

  it('admits callers with other credentials', async () => {
    await api.get('/api/user/info').set('X-Auth-Token', token).expect(200);
    const login = { username: 'student', password: 'Lectern-2026' };
    const { body } = await api.post('/api/user/login').send(login).expect(200);
    expect((body as { user: object }).user).to.include({ vip: null });
    expect(installation.logs.join('')).to.include("Module 'memberships_throw' failed to read the membership of a user");
  });

  for (const [name, status] of Object.entries({
    find: 500,
    proxy: 500,
    async: 500,
    identify: 500,
    nobody: 500,
    hanging: 503,
  })) {
    it(`treats no caller as anonymous when an authenticator fails: ${name}`, async () => {
      // The operation is open, so an anonymous request would be answered.
      await api.get('/api/settings/site').set(`X-Key-${name}`, 'secret').expect(status);
      await api.get('/api/settings/site').set(`X-Key-${name}`, 'secret').set('X-Auth-Token', token).expect(status);
      const method = ['find', 'proxy', 'async'].includes(name) ? 'find' : 'identify';
      expect(installation.logs.join('')).to.include(`${method}() of the authenticator \\"${name}\\"`);
    });
  }

  it('creates no order for an invalid offer', async () => {
    const invalid = 'of module product_free returned an invalid offer';
    for (const [id, what] of Object.entries({ 1: 'a negative price', 2: 'a fraction of a percent' })) {
      const before = installation.logs.join('').split(invalid).length;
      const order = { targetType: 'gift', targetId: id };
      await api.post('/api/orders').set('X-Auth-Token', token).send(order).expect(500);
      expect(installation.logs.join('').split(invalid), what).to.have.length.above(before);
    }
    await api
      .get('/api/me/orders')
      .set('X-Auth-Token', token)
      .expect(({ text }) => expect(text).to.not.include('gift'));
  });

  it('runs the jobs of core', async () => {
    await kernel.services.jobs.run('orders.close_expired');
  });
});
