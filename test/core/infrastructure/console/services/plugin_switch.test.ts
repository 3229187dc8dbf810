import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type supertest from 'supertest';
import { snapshotOf } from '../../../../../core/testing/snapshot.ts';
import { Installation, manifest } from '../../../../support/installation.ts';
import { projectRoot, tokenOf } from '../../../../support/platform.ts';

const broken = `export default { engine: 1`;
const job = `import { asValue, contributes } from 'lectern';
  export default { tide: contributes('jobs', asValue({ name: 'harbour.tide', everySeconds: 3600, run() {} })) };`;

describe('The plugin switch of the console', () => {
  let installation: Installation;
  let api: ReturnType<typeof supertest>;
  let headers: { 'X-Auth-Token': string };

  before(async () => {
    installation = new Installation({
      'plugins/harbour/module.json': manifest('harbour'),
      'plugins/harbour/services.js': job,
      'plugins/ferry/module.json': manifest('ferry', { requires: { harbour: '*' } }),
      'plugins/wreck/module.json': manifest('wreck'),
      'plugins/wreck/services.js': broken,
    });
    installation.link(join(projectRoot, 'core'), 'core');
    const snapshot = await snapshotOf({ root: projectRoot, demo: true, without: [] });
    const data = { DATA_DIR: 'memory', DATA_SNAPSHOT: snapshot };
    const env = { ...data, NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'fatal', JWT_SECRET: 'x'.repeat(32) };
    const served = await installation.serve({ env, config: { demo: true } });
    api = served.api;
    headers = { 'X-Auth-Token': await tokenOf(served.kernel, 'admin') };
  });
  after(() => installation.clear());

  const written = () => JSON.parse(readFileSync(join(installation.root, 'config/local.json'), 'utf8')) as object;

  it('shows why a plugin failed, with the file', async () => {
    const { body } = await api.get('/api/console/plugins/wreck').set(headers).expect(200);
    expect(body).to.deep.include({ state: 'set aside', enabledAtNextStart: true });
    expect((body as { reason: string }).reason).to.contain('plugins/wreck/services.js');
  });

  it('lists beforehand the jobs of a plugin, and the affected plugins', async () => {
    const { body } = await api.get('/api/console/plugins/harbour').set(headers).expect(200);
    expect(body).to.deep.include({
      jobs: ['harbour.tide'],
      affected: ['ferry requires harbour: it fails at the next start, unless it is disabled, too'],
    });
    expect((await api.get('/api/console/plugins/ferry').set(headers).expect(200)).body).to.deep.include({
      jobs: [],
      affected: [],
    });
  });

  it('disables a plugin from the next start on, and warns of dependent plugins', async () => {
    const change = { enabled: false };
    const { body } = await api.patch('/api/console/plugins/harbour').set(headers).send(change).expect(200);
    expect(body).to.deep.equal({
      plugin: 'harbour',
      state: 'disabled',
      changed: true,
      needsRestart: true,
      warnings: ['ferry requires harbour: it fails at the next start, unless it is disabled, too'],
    });
    expect(written()).to.deep.equal({ plugins: { disabled: ['harbour'] } });
    const shown = await api.get('/api/console/plugins/harbour').set(headers).expect(200);
    expect(shown.body).to.deep.include({ state: 'active', enabledAtNextStart: false, affected: [] });
  });

  it('causes a finding until the restart, with a fix', async () => {
    const { body } = await api.get('/api/console/findings').set(headers).expect(200);
    expect(body).to.deep.include({
      level: 'warning',
      topic: 'plugin harbour',
      message: 'plugins.disabled of the configuration names harbour, which keeps running until the next start.',
      details: [],
      fix: 'Restart the server, or enable harbour again on its page, below Plugins.',
      request: null,
    });
  });

  it('needs no restart to enable a plugin that still runs', async () => {
    const { body } = await api.patch('/api/console/plugins/harbour').set(headers).send({ enabled: true }).expect(200);
    expect(body).to.deep.include({ state: 'enabled', changed: true, needsRestart: false });
    expect(written()).to.deep.equal({ plugins: {} });
  });

  it('can disable the console itself', async () => {
    const { body } = await api.patch('/api/console/plugins/console').set(headers).send({ enabled: false }).expect(200);
    expect(body).to.deep.include({ plugin: 'console', state: 'disabled', needsRestart: true });
  });

  it('records the change in the audit trail', async () => {
    const { body } = await api.get('/api/admin_logs').set(headers).expect(200);
    const [entry] = (body as { data: { path: string; action: string }[] }).data;
    expect(entry).to.include({ action: 'update', path: '/console/plugins/console' });
  });
});
