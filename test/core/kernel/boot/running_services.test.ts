import { expect } from 'chai';
import { beforeEach, describe, it } from 'mocha';
import type { Files } from '../../../support/installation.ts';
import { giving, greeter, installations, reasonOf } from './support.ts';

describe('Services of modules', () => {
  const install = installations();

  /** A module whose service records its start, checks and stop; `change` replaces methods. */
  const living = (path: string, change = '', more: object = {}): Files => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return giving(
      path,
      `${name}Life: asFunction(() => {
        const log = (what) => () => { globalThis.lives.push(what + ' ${name}'); };
        return { start: log('start'), check: log('check'), stop: log('stop'), ${change} };
      })`,
      more,
    );
  };
  const lives = () => (globalThis as unknown as { lives: string[] }).lives;
  beforeEach(() => {
    Object.assign(globalThis, { lives: [] });
  });

  it('start and are checked in the order of the modules, and stop in reverse', async () => {
    const { kernel, api } = await install({
      ...living('plugins/a', '', { requires: { b: '*' } }),
      ...living('plugins/b'),
      ...living('core/base'),
      ...living('custom'),
    }).serve();
    expect(lives().splice(0)).to.deep.equal(['start base', 'start b', 'start a', 'start custom']);
    await api.get('/readyz').expect(200);
    expect(lives().splice(0)).to.deep.equal(['check base', 'check b', 'check a', 'check custom']);
    await kernel.stop();
    expect(lives()).to.deep.equal(['stop custom', 'stop a', 'stop b', 'stop base']);
  });

  it('start and stop even if they are decorated', async () => {
    const { kernel } = await install({
      ...living('core/base'),
      ...giving('custom', 'baseLife: decorates((previous) => ({ previous }))'),
    }).serve();
    await kernel.stop();
    expect(lives()).to.deep.equal(['start base', 'stop base']);
  });

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

  it('make /readyz answer 503 while a check fails', async () => {
    const { api } = await install(living('plugins/a', `check: () => Promise.reject(new Error('away'))`)).serve();
    const { body, headers } = await api.get('/readyz').expect(503);
    expect(body.status).to.equal('unavailable');
    expect(headers['retry-after']).to.match(/^\d+$/);
  });

  for (const failing of [
    `stop: () => Promise.reject(new Error('no luck'))`,
    `stop() { throw new Error('no luck'); }`,
  ]) {
    it(`stop even if another one fails to stop: ${failing}`, async () => {
      const place = install({ ...living('core/base'), ...living('plugins/a', failing), ...living('plugins/b') });
      const { kernel } = await place.serve();
      await kernel.stop();
      expect(lives().slice(3)).to.deep.equal(['stop b', 'stop base']);
      expect(place.logs.find((line) => /stop\(\) of \w+ failed; the stop continues/.test(line)))
        .to.include('"module":"a"')
        .and.include('no luck');
    });
  }

  it('that fail to start appear in /readyz of an application created earlier', async () => {
    const place = install({
      ...living('plugins/a', `start() { throw new Error('no luck'); }`),
      ...greeter('plugins/b'),
    });
    const kernel = await place.boot();
    expect(kernel.app).to.be.a('function');
    const url = await kernel.listen();
    const states = (await (await fetch(`${url}/readyz`)).json()) as { plugins: { name: string; state: string }[] };
    expect(states.plugins.map(({ name, state }) => `${name} ${state}`)).to.deep.equal(['b running', 'a set aside']);
  });
});
