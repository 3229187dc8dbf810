import { expect } from 'chai';
import { Installation, manifest } from '../../../support/installation.ts';

const patient = {
  'core/pulse/module.json': manifest('pulse'),
  'core/pulse/services.js': `
import { asValue } from 'lectern';
export default { pulse: asValue({ check() { if (process.env.PULSE === 'gone') throw new Error('canary at /secret/path'); } }) };`,
  'plugins/well/module.json': manifest('well'),
  'plugins/ill/module.json': manifest('ill', { requires: { nowhere: '*' } }),
};

describe('Health pages', () => {
  let installation: Installation;
  beforeEach(() => {
    installation = new Installation(patient);
  });
  afterEach(async () => {
    delete process.env['PULSE'];
    await installation.clear();
  });

  it('show whether the process is alive and ready, and the state of each plugin', async () => {
    const { api } = await installation.serve();
    expect((await api.get('/healthz').expect(200)).body).to.deep.equal({ status: 'ok' });
    const ready = await api.get('/readyz').expect(200);
    expect(ready.body.status).to.equal('ready');
    expect(ready.body.plugins.map(({ name, state }: Record<string, string>) => [name, state])).to.deep.equal([
      ['well', 'running'],
      ['ill', 'set aside'],
    ]);
    process.env['PULSE'] = 'gone';
    const gone = await api.get('/readyz').expect(503);
    expect(gone.body.status).to.equal('unavailable');
    expect(gone.text).to.not.include('canary');
    expect((await api.get('/healthz').expect(200)).body).to.deep.equal({ status: 'ok' });
    delete process.env['PULSE'];
    await api.get('/readyz').expect(200);
  });

  const requiring = async (required: string[], disabled: string[] = []) => {
    const { api } = await installation.serve({ config: { plugins: { required, disabled } } });
    return api.get('/readyz');
  };

  it('answer 503 without a plugin that readiness requires, and tell required plugins apart', async () => {
    const { status, body } = await requiring(['well', 'ill', 'absent']);
    expect(status).to.equal(503);
    expect(body.status).to.equal('unavailable');
    expect(
      body.plugins.map(({ name, state, required }: Record<string, unknown>) => [name, state, required]),
    ).to.deep.equal([
      ['well', 'running', true],
      ['ill', 'set aside', true],
      ['absent', 'set aside', true],
    ]);
    expect(body.remarks.map(({ module }: { module: string }) => module)).to.deep.equal(['ill', 'absent']);
    expect((await requiring(['well'], ['well'])).status).to.equal(503);
    const ready = await requiring(['well']);
    expect(ready.status).to.equal(200);
    expect(ready.body.plugins[1]).to.not.have.property('required');
  });

  it('stay ready while the circuit breaker of a required plugin is open, which only requests can close', async () => {
    installation.write({
      'plugins/well/resources/falls.js': `
import { defineResource, raw } from 'lectern';
export default defineResource('/plugins/well/falls', {
  search: { open: true, returns: [raw], run: () => { throw new Error('it falls'); } },
});`,
    });
    const config = { plugins: { required: ['well'] }, guard: { breaker: { failures: 2 } } };
    const { api } = await installation.serve({ config });
    for (const status of [500, 500, 503]) await api.get('/api/plugins/well/falls').expect(status);
    const { body } = await api.get('/readyz').expect(200);
    expect(body.plugins[0]).to.include({ name: 'well', state: 'out of service', required: true });
  });
});
