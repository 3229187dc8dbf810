import { expect } from 'chai';
import { lives, living, recordLives } from './lives.ts';
import { greeter, installations, reasonOf } from './support.ts';

describe('Services, when a module fails to start,', () => {
  const install = installations();
  recordLives();

  it('start again without a plugin that fails to start', async () => {
    const { kernel, api } = await install({
      ...living('core/base'),
      ...living('plugins/a', `start: () => Promise.reject(new Error('no luck'))`),
      ...living('plugins/b'),
      ...greeter('plugins/c'),
    }).serve();
    expect(lives()).to.deep.equal(['start base', 'stop a', 'stop base', 'start base', 'start b']);
    expect(kernel.failedPlugins.map(({ reason }) => reason)).to.deep.equal([
      'plugins/a/services.js: the module cannot start: no luck (plugins/a/services.js:6)',
    ]);
    await api.get('/api/plugins/a/anything').expect(503);
    await api.get('/api/plugins/c/greetings').expect(200);
    await api.get('/readyz').expect(200);
  });

  it('stop with the failed start if a module of core fails to start', async () => {
    const place = install({ ...living('core/a'), ...living('core/b', `start() { throw new Error('no luck'); }`) });
    const kernel = await place.boot();
    expect(await reasonOf(kernel.start())).to.equal('core/b/services.js: the module cannot start: no luck');
    expect(lives()).to.deep.equal(['start a', 'stop b', 'stop a']);
  });
});
