import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { greeter, installations, reasonOf } from './support.ts';

describe('A plugin that is set aside', () => {
  const install = installations();
  const broken = (more = {}) => ({ 'plugins/x/module.json': manifest('x', { wrong: 1, ...more }) });

  it('is listed by /readyz, which still answers ready', async () => {
    const { api } = await install({ ...broken(), ...greeter('plugins/y') }).serve();
    const { body } = await api.get('/readyz').expect(200);
    expect(body).to.deep.include({ status: 'ready' });
    expect(body.plugins).to.deep.equal([
      { name: 'y', state: 'running' },
      {
        name: 'x',
        state: 'set aside',
        reason: 'plugins/x/module.json: "wrong" is not a known key; remove it or correct its name.',
      },
    ]);
  });

  it('answers 503 with its name at its own addresses only', async () => {
    const { api } = await install({
      ...broken({ mounts: ['/shared_things/{id}/extras'] }),
      ...greeter('plugins/y'),
    }).serve();
    const addresses = [
      'plugins/x',
      'plugins/x/anything',
      'plugins/x/a/1/b?c=d',
      'shared_thing/7/extra',
      'shared_things/7/extras/1',
    ];
    for (const address of addresses) {
      const { body } = await api.get(`/api/${address}`).expect(503);
      expect(body.error).to.deep.equal({ code: 8, message: 'The plugin "x" is out of service; /readyz says why.' });
    }
    for (const address of ['plugins/xy', 'x', 'shared_things/7', 'shared_things']) {
      await api.get(`/api/${address}`).expect(404);
    }
    await api.get('/api/plugins/y/greetings').expect(200, { text: 'y' });
  });

  it('stops the start with onFailure "abort" for each kind of fault', async () => {
    const abort = { onFailure: 'abort' };
    const installed: Record<string, Files> = {
      'a key': broken(abort),
      'a requirement': greeter('plugins/x', { ...abort, requires: { nobody: '*' } }),
      'the kernel': greeter('plugins/x', { ...abort, engines: { lectern: '^99.0.0' } }),
      'the code': { ...greeter('plugins/x', abort), 'plugins/x/resources/greetings.js': 'throw new Error("no")' },
    };
    for (const [mistake, files] of Object.entries(installed)) {
      expect(await reasonOf(install(files).boot()), mistake).to.match(/^plugins\/x\//);
    }
  });
});
