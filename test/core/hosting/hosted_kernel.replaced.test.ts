import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { manifest, type Files } from '../../support/installation.ts';
import { live, telling, until } from '../../support/live.ts';
import { giving, greeter, installations, opening, saying } from '../kernel/boot/support.ts';

const address = '/plugins/a/greetings';
const file = 'plugins/a/resources/greetings.js';
const other = '/plugins/b/greetings';

describe('A kernel that replaces another one', () => {
  const install = installations();
  const served = () => live(install(greeter('plugins/a')));

  it('serves edits on the port of the other one', async () => {
    const { api, edit, kernel } = await served();
    expect(await edit({ [file]: saying('new', address), ...greeter('plugins/b') })).to.equal(undefined);
    await api.get(`/api${address}`).expect(200, { text: 'new' });
    await api.get(`/api${other}`).expect(200, { text: 'b' });
    const { body } = await api.get('/api/openapi.json');
    expect(body.paths).to.include.keys(`/api${address}`, `/api${other}`);
    await kernel.stop();
    await api.get('/readyz').expect(200);
  });

  it('serves no plugin whose folder was removed', async () => {
    const running = await live(install({ ...greeter('plugins/a'), ...greeter('plugins/b') }));
    rmSync(join(running.place.root, 'plugins/b'), { recursive: true });
    expect(await running.edit({})).to.equal(undefined);
    await running.api.get(`/api${other}`).expect(404);
    expect(running.kernel.modules.map(({ name }) => name)).to.deep.equal(['a']);
  });

  const broken: Record<string, [files: Files, problem: RegExp]> = {
    'cannot be parsed': [
      { [file]: `${opening}\nexport default {` },
      /^plugins\/a\/resources\/greetings\.js: .+js:\d+:\d+\)$/,
    ],
    'has a broken manifest': [{ 'plugins/a/module.json': '{' }, /^plugins\/a\/module\.json: this is not valid JSON/],
    'serves a foreign address': [
      { [file]: saying('new', '/articles') },
      /the address "\/articles" is not this plugin's/,
    ],
  };
  for (const [what, [files, problem]] of Object.entries(broken)) {
    it(`refuses a running plugin that ${what}, and serves it once it is mended`, async () => {
      const { api, edit, kernel, place } = await served();
      const said = await edit(files);
      expect(said).to.match(problem);
      expect((await place.boot()).failedPlugins.map(({ reason }) => reason)).to.deep.equal([said]);
      await api.get(`/api${address}`).expect(200, { text: 'a' });
      expect(kernel.failedPlugins).to.deep.equal([]);
      expect(await edit({ ...greeter('plugins/a'), [file]: saying('mended', address) })).to.equal(undefined);
      await api.get(`/api${address}`).expect(200, { text: 'mended' });
    });
  }

  it('refuses the removal of a plugin that a running one requires', async () => {
    const { api, edit, place } = await live(
      install({ ...greeter('plugins/a'), ...greeter('plugins/b', { requires: { a: '*' } }) }),
    );
    rmSync(join(place.root, 'plugins/a'), { recursive: true });
    expect(await edit({})).to.match(/^plugins\/b\/module\.json: it requires the module "a"/);
    await api.get(`/api${address}`).expect(200);
  });

  it('sets a new broken plugin aside, and serves it with its dependents once it is mended', async () => {
    const running = await served();
    const { api, edit } = running;
    const broken = { 'plugins/b/services.js': 'export default 5;' };
    expect(
      await edit({ ...greeter('plugins/b'), ...broken, ...greeter('plugins/c', { requires: { b: '*' } }) }),
    ).to.equal(undefined);
    await api.get(`/api${other}`).expect(503);
    expect(running.kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['b', 'c']);
    expect(await edit({ 'plugins/b/services.js': 'export default {};' })).to.equal(undefined);
    await api.get(`/api${other}`).expect(200);
    await api.get('/api/plugins/c/greetings').expect(200);
  });

  it('loads custom anew, which extends an edited resource', async () => {
    const typed = (word: string) => `import { resource, open, returns, raw } from 'lectern';
      @resource('${address}') export default class Greetings { @open @returns(raw) search() { return { text: '${word}' }; } }`;
    const { api, edit } = await live(
      install({
        'plugins/a/module.json': manifest('a'),
        'plugins/a/resources/greetings.ts': typed('hello'),
        'custom/module.json': manifest('custom'),
        'custom/resources/greetings.ts': `import { resource } from 'lectern'; import Former from '../../plugins/a/resources/greetings.ts';
          @resource('${address}') export default class Loud extends Former { override search() { return { text: super.search().text + '!' }; } }`,
      }),
    );
    await api.get(`/api${address}`).expect(200, { text: 'hello!' });
    expect(await edit({ 'plugins/a/resources/greetings.ts': typed('good day') })).to.equal(undefined);
    await api.get(`/api${address}`).expect(200, { text: 'good day!' });
  });
});

/** A service that tells its version, and records its start, ready and stop. */
const living = (path: string, word: string, more = ''): Files => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const log = (what: string) => `${what}() { globalThis.lives.push('${what} ${name} ${word}'); }`;
  const service = `{ ${log('start')}, ${log('ready')}, ${log('stop')}, tell: () => '${word}', ${more} }`;
  return giving(path, `${name}Life: asFunction(() => (${service}))`);
};
const lives = () => (globalThis as unknown as { lives: string[] }).lives;

describe('The services of a replaced kernel', () => {
  const install = installations();
  beforeEach(() => {
    Object.assign(globalThis, { lives: [], doors: [] });
  });
  const told = { 'plugins/a/resources/words.js': telling('aLife', '/plugins/a/words') };

  it('stop after the new ones have started', async () => {
    const { edit } = await live(install({ ...living('core/base', '1'), ...living('plugins/a', '1'), ...told }));
    lives().splice(0);
    await edit(living('plugins/a', '2'));
    await until(() => lives().length === 6, 'the stop of the former ones');
    const begun = ['start base 1', 'start a 2', 'ready base 1', 'ready a 2'];
    expect(lives()).to.deep.equal([...begun, 'stop a 1', 'stop base 1']);
  });

  it('go on when a new one cannot start', async () => {
    const { api, edit } = await live(install({ ...living('plugins/a', '1'), ...told }));
    lives().splice(0);
    const failing = living('plugins/a', '2', `start() { throw new Error('no luck'); }`);
    expect(await edit(failing)).to.equal('plugins/a/services.js: the module cannot start: no luck');
    expect(lives()).to.deep.equal(['stop a 2']);
    await api.get('/api/plugins/a/words').expect(200, { text: '1' });
  });

  it('finish their requests before they stop', async () => {
    const slow = `tell: () => new Promise((resolve) => globalThis.doors.push(() => resolve('1')))`;
    const { api, edit } = await live(install({ ...living('plugins/a', '1', slow), ...told }));
    const { doors } = globalThis as unknown as { doors: (() => void)[] };
    const begun = api.get('/api/plugins/a/words').then(({ body }) => body as unknown);
    await until(() => doors.length === 1, 'the beginning of the request');
    await edit(living('plugins/a', '2'));
    await api.get('/api/plugins/a/words').expect(200, { text: '2' });
    expect(lives()).to.not.include('stop a 1');
    doors[0]?.();
    expect(await begun).to.deep.equal({ text: '1' });
    await until(() => lives().includes('stop a 1'), 'the stop of the former one');
  });
});
