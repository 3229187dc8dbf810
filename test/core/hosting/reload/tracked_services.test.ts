import { expect } from 'chai';
import { beforeEach, describe, it } from 'mocha';
import type { Files } from '../../../support/installation.ts';
import { giving, installations } from '../../kernel/boot/support.ts';
import { live, telling, until } from './support.ts';

/** A service that tells its version, and records its start, ready and stop. */
const living = (path: string, word: string, more = ''): Files => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const log = (what: string) => `${what}() { globalThis.lives.push('${what} ${name} ${word}'); }`;
  const service = `{ ${log('start')}, ${log('ready')}, ${log('stop')}, tell: () => '${word}', ${more} }`;
  return giving(path, `${name}Life: asFunction(() => (${service}))`);
};
const lives = () => (globalThis as unknown as { lives: string[] }).lives;

describe('The services of an edited plugin', () => {
  const install = installations();
  beforeEach(() => {
    Object.assign(globalThis, { lives: [], doors: [] });
  });

  const told = { 'plugins/a/resources/words.js': telling('aLife', '/plugins/a/words') };

  it('start before the former ones stop, while those of other modules go on', async () => {
    const { edit, kernel } = await live(
      install({ ...living('core/base', '1'), ...living('plugins/a', '1'), ...living('plugins/b', '1'), ...told }),
    );
    expect(lives().splice(0)).to.have.length(6);
    await edit(living('plugins/a', '2'), 'a');
    await until(() => lives().length === 3, 'the stop of the former one');
    expect(lives().splice(0)).to.deep.equal(['start a 2', 'ready a 2', 'stop a 1']);
    await kernel.stop();
    expect(lives()).to.deep.equal(['stop b 1', 'stop a 2', 'stop base 1']);
  });

  it('stop again when one of them cannot start, and the former ones go on', async () => {
    const { api, edit } = await live(install({ ...living('plugins/a', '1'), ...told }));
    lives().splice(0);
    const failing = living('plugins/a', '2', `start() { globalThis.lives.push('start'); throw new Error('no luck'); }`);
    expect(await edit(failing, 'a')).to.equal('plugins/a/services.js: the module cannot start: no luck');
    expect(lives()).to.deep.equal(['start', 'stop a 2']);
    await api.get('/api/plugins/a/words').expect(200, { text: '1' });
  });

  it('let the former ones finish their requests before these stop', async () => {
    const slow = `tell: () => new Promise((resolve) => globalThis.doors.push(() => resolve('1')))`;
    const { api, edit } = await live(install({ ...living('plugins/a', '1', slow), ...told }));
    const doors = (globalThis as unknown as { doors: (() => void)[] }).doors;
    const begun = api.get('/api/plugins/a/words').then(({ body }) => body as unknown);
    await until(() => doors.length === 1, 'the beginning of the request');
    await edit(living('plugins/a', '2'), 'a');
    await api.get('/api/plugins/a/words').expect(200, { text: '2' });
    expect(lives()).to.not.include('stop a 1');
    doors[0]?.();
    expect(await begun).to.deep.equal({ text: '1' });
    await until(() => lives().includes('stop a 1'), 'the stop of the former one');
  });

  /** A service of another module that keeps a reference. */
  const keeping = (what: string, more: object = {}): Files => ({
    ...giving(
      'plugins/b',
      `keeper: asFunction((services) => { const kept = ${what}; return { tell: () => kept.tell(), asked: services }; })`,
      more,
    ),
    'plugins/b/resources/words.js': telling('keeper', '/plugins/b/words'),
  });

  it('replace the former ones in services that keep references', async () => {
    const { api, edit } = await live(
      install({ ...living('plugins/a', '1'), ...keeping('services.aLife', { requires: { a: '*' } }) }),
    );
    await api.get('/api/plugins/b/words').expect(200, { text: '1' });
    await edit(living('plugins/a', '2'), 'a');
    await api.get('/api/plugins/b/words').expect(200, { text: '2' });
  });

  it('are found by services that look them up for each call', async () => {
    const asking = `lazy: asFunction((services) => ({ tell: () => services.aLife.tell() }))`;
    const { api, edit, kernel } = await live(
      install({
        ...living('plugins/a', '1'),
        ...giving('plugins/b', asking),
        'plugins/b/resources/words.js': telling('lazy', '/plugins/b/words'),
      }),
    );
    const lazy = () => (kernel.services as unknown as { lazy: object }).lazy;
    const before = lazy();
    await edit(living('plugins/a', '2'), 'a');
    expect(lazy()).to.equal(before);
    await api.get('/api/plugins/b/words').expect(200, { text: '2' });
  });

  const contributed = (word: string): Files =>
    giving('plugins/a', `one: contributes('words', asValue({ tell: () => '${word}' }))`);

  it('replace contributions that a service has kept', async () => {
    const keeper = `keeper: asFunction(({ contributions }) => { let kept; return { tell: () => (kept ??= contributions.of('words')).map((one) => one.tell()).join() }; })`;
    const files = { ...giving('core/base', keeper), 'core/base/resources/words.js': telling('keeper', '/words') };
    const { api, edit } = await live(install({ ...files, ...contributed('1') }));
    await api.get('/api/words').expect(200, { text: '1' });
    await edit(contributed('2'), 'a');
    await api.get('/api/words').expect(200, { text: '2' });
    await edit({ 'plugins/a/services.js': 'export default {};' }, 'a');
    await api.get('/api/words').expect(200, { text: '' });
  });

  it('that are decorators wrap services of other modules again', async () => {
    const wrapping = (sign: string) =>
      giving('plugins/a', `baseLife: decorates((previous) => ({ tell: () => previous.tell() + '${sign}' }))`);
    const files = { ...living('core/base', 'hello'), 'core/base/resources/words.js': telling('baseLife', '/words') };
    const { api, edit } = await live(install({ ...files, ...wrapping('!') }));
    await api.get('/api/words').expect(200, { text: 'hello!' });
    await edit(wrapping('?'), 'a');
    await api.get('/api/words').expect(200, { text: 'hello?' });
    await edit({ 'plugins/a/services.js': 'export default {};' }, 'a');
    await api.get('/api/words').expect(200, { text: 'hello' });
    expect(lives()).to.deep.equal(['start base hello', 'ready base hello']);
  });

  it('replace the former authenticator', async () => {
    const gate = (word: string) =>
      giving(
        'plugins/a',
        `gate: contributes('authenticators', asValue({
        name: 'gate', rank: 1, headers: ['x-gate'], challenge: 'Gate', security: { type: 'apiKey', in: 'header', name: 'X-Gate' },
        find: (request) => request.header('x-gate'),
        identify: async (found) => { if (found !== '${word}') throw new Error('stranger'); return { id: '1', roles: [], permissions: new Set() }; },
      }))`,
      );
    const closed = { 'plugins/a/resources/words.js': telling('lock', '/plugins/a/words').replace('open: true, ', '') };
    const lock = (word: string) => {
      const files = gate(word);
      return {
        ...files,
        'plugins/a/services.js': String(files['plugins/a/services.js']).replace(
          'gate:',
          `lock: asValue({ tell: () => 'in' }), gate:`,
        ),
      };
    };
    const { api, edit } = await live(install({ ...lock('old'), ...closed }));
    await api.get('/api/plugins/a/words').set('X-Gate', 'old').expect(200);
    await edit(lock('new'), 'a');
    await api.get('/api/plugins/a/words').set('X-Gate', 'new').expect(200);
    await api.get('/api/plugins/a/words').set('X-Gate', 'old').expect(500);
  });
});
