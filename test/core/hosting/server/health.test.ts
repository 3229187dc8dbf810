import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
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
  const installation = new Installation(patient);
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
});
