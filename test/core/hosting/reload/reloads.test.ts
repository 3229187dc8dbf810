import { expect } from 'chai';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { manifest } from '../../../support/installation.ts';
import { greeter, installations, opening, saying } from '../../kernel/boot/support.ts';
import { live } from './support.ts';

const address = '/plugins/a/greetings';
const file = 'plugins/a/resources/greetings.js';

describe('An edited plugin', () => {
  const install = installations();
  const served = () => live(install(greeter('plugins/a')));

  it('is served with its imports, and its reload is logged', async () => {
    const { api, edit, place } = await live(
      install({
        ...greeter('plugins/a'),
        [file]: `${opening} import { word } from '../words/word.js';
          export default defineResource('${address}', { search: { open: true, returns: [greeting, 'public'], run: () => ({ text: word }) } });`,
        'plugins/a/words/word.js': `export const word = 'hello';`,
      }),
    );
    await api.get(`/api${address}`).expect(200, { text: 'hello' });
    expect(await edit({ 'plugins/a/words/word.js': `export const word = 'good day';` }, 'a')).to.equal(undefined);
    await api.get(`/api${address}`).expect(200, { text: 'good day' });
    expect(place.logs.join('')).to.include('reloaded: a');
  });

  it('has its new resources in the OpenAPI document', async () => {
    const { api, edit } = await served();
    await edit({ 'plugins/a/resources/others.js': saying('more', '/plugins/a/others') }, 'a');
    const { body } = await api.get('/api/openapi.json');
    expect(body.paths).to.include.keys(`/api${address}`, '/api/plugins/a/others');
  });

  it('is reloaded without the other plugins', async () => {
    const { api, edit } = await live(install({ ...greeter('plugins/a'), ...greeter('plugins/b') }));
    await edit({ [file]: saying('new', address), 'plugins/b/resources/greetings.js': 'not read' }, 'a');
    await api.get('/api/plugins/b/greetings').expect(200, { text: 'b' });
  });

  it('is served when its folder is added, until the folder is removed', async () => {
    const { api, edit, kernel, place } = await served();
    await edit(greeter('plugins/b'), 'b');
    await api.get('/api/plugins/b/greetings').expect(200);
    rmSync(join(place.root, 'plugins/b'), { recursive: true });
    expect((await kernel.reload(['b'])).problem).to.equal(undefined);
    await api.get('/api/plugins/b/greetings').expect(404);
    await api.get(`/api${address}`).expect(200);
    expect(kernel.modules.map(({ name }) => name)).to.deep.equal(['a']);
  });

  const broken: Record<string, [text: string, problem: RegExp]> = {
    'cannot be parsed': [
      `${opening}\nexport default {`,
      /^plugins\/a\/resources\/greetings\.js: .+ \(plugins\/a\/.+js:\d+\)$/,
    ],
    'throws at its top level': [
      `\nthrow new Error('no luck');`,
      /greetings\.js: no luck \(plugins\/a\/resources\/greetings\.js:2\)$/,
    ],
    'exports no resource': ['export default 5;', /greetings\.js: .*; export default a class with @resource/],
    'imports a missing file': [
      `\nimport { nothing } from '../nowhere.js';`,
      /Cannot find module '.*nowhere\.js' imported from .* \(plugins\/a\/resources\/greetings\.js:2\)$/,
    ],
    'imports a name that is not exported': [
      `import { use } from 'lectern';\nimport { nothing } from 'lectern';`,
      /The requested module 'lectern' does not provide an export named 'nothing' \(plugins\/a\/.+:1\)$/,
    ],
    'has no filter': [
      `${opening} export default defineResource('${address}', { search: { open: true, run: () => 5 } });`,
      /search has no response filter; add @returns/,
    ],
    'uses an unknown service': [
      `${opening} export default defineResource('${address}', { uses: ['nothing'], search: { open: true, returns: [raw], run: () => 5 } });`,
      /there is no service "nothing"/,
    ],
    'serves an address that is not its own': [
      saying('new', '/articles'),
      /the address "\/articles" is not this plugin's/,
    ],
  };
  for (const [what, [text, problem]] of Object.entries(broken)) {
    it(`that ${what} keeps its previous version serving, which is logged`, async () => {
      const { api, edit, kernel, place } = await served();
      expect(await edit({ [file]: text }, 'a')).to.match(problem);
      await api.get(`/api${address}`).expect(200, { text: 'a' });
      expect(kernel.failedPlugins).to.deep.equal([]);
      expect(place.logs.join('')).to.include('not reloaded, the previous version keeps serving');
      expect(await edit({ [file]: saying('fixed', address) }, 'a')).to.equal(undefined);
      await api.get(`/api${address}`).expect(200, { text: 'fixed' });
    });
  }

  it('with a broken manifest keeps its previous version serving', async () => {
    const { api, edit } = await served();
    expect(await edit({ 'plugins/a/module.json': '{' }, 'a')).to.match(
      /^plugins\/a\/module\.json: this is not valid JSON/,
    );
    await api.get(`/api${address}`).expect(200);
  });

  it('fails with the same reason as at a start', async () => {
    const { edit, place } = await served();
    const said = await edit({ [file]: `export default {` }, 'a');
    const started = await place.boot();
    expect(started.failedPlugins.map(({ reason }) => reason)).to.deep.equal([said]);
  });

  it('that failed at the start is served once it is fixed, not before', async () => {
    const place = install({ ...greeter('plugins/a'), [file]: 'export default 5;' });
    const { api, edit } = await live(place);
    await edit({ [file]: 'export default 6;' }, 'a');
    await api.get(`/api${address}`).expect(503);
    expect(place.logs.join('')).to.include('out of service, /readyz says why: a').and.not.include('reloaded: a');
    await edit({ [file]: saying('better', address) }, 'a');
    await api.get(`/api${address}`).expect(200, { text: 'better' });
  });

  it('that is new and broken is set aside, and other plugins are reloaded', async () => {
    const { api, edit, kernel } = await served();
    expect(
      await edit(
        { ...greeter('plugins/b'), 'plugins/b/services.js': 'export default 5;', [file]: saying('new', address) },
        'a',
        'b',
      ),
    ).to.equal(undefined);
    await api.get('/api/plugins/b/greetings').expect(503);
    await api.get(`/api${address}`).expect(200, { text: 'new' });
    expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['b']);
  });

  it('brings back a failed plugin that requires it', async () => {
    const { api, edit } = await live(
      install({
        ...greeter('plugins/a'),
        [file]: 'export default 5;',
        ...greeter('plugins/b', { requires: { a: '*' } }),
      }),
    );
    await api.get('/api/plugins/b/greetings').expect(503);
    await edit({ [file]: saying('better', address) }, 'a');
    await api.get('/api/plugins/b/greetings').expect(200);
  });

  it('that was refused is reloaded with the next plugin', async () => {
    const { api, edit } = await served();
    const other = { ...greeter('plugins/b'), 'plugins/b/resources/greetings.js': saying('b', address) };
    expect(
      await edit(
        { [file]: saying('new', '/plugins/a/words'), 'plugins/a/resources/more.js': 'export default 5;' },
        'a',
      ),
    ).to.match(/more\.js/);
    expect(
      await edit(
        { ...other, 'plugins/a/resources/more.js': saying('more', '/plugins/a/more'), ...greeter('plugins/b') },
        'b',
      ),
    ).to.equal(undefined);
    await api.get('/api/plugins/a/words').expect(200, { text: 'new' });
  });

  it('is not removed while another plugin requires it', async () => {
    const { api, kernel, place } = await live(
      install({ ...greeter('plugins/a'), ...greeter('plugins/b', { requires: { a: '*' } }) }),
    );
    rmSync(join(place.root, 'plugins/a'), { recursive: true });
    const { problem } = await kernel.reload(['a']);
    expect(problem?.message).to.match(/^plugins\/b\/module\.json: it requires the module "a"/);
    await api.get(`/api${address}`).expect(200);
  });

  it('is reloaded with custom, which extends its resource', async () => {
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
    expect(await edit({ 'plugins/a/resources/greetings.ts': typed('good day') }, 'a')).to.equal(undefined);
    await api.get(`/api${address}`).expect(200, { text: 'good day!' });
  });

  it('is refused by a kernel without `live`', async () => {
    const { kernel } = await install(greeter('plugins/a')).serve();
    const problem = await kernel.reload(['a']).then(
      () => 'none',
      (error: unknown) => (error as Error).message,
    );
    expect(problem).to.include('call createKernel() with "live": true');
  });
});
