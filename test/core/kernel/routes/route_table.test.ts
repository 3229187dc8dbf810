import { expect } from 'chai';
import { describe, it } from 'mocha';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations, opening, reasonOf, saying } from '../boot/support.ts';

/** A resource with these operations, each of which answers its own name and the parameters. */
function operating(address: string, names: readonly string[], options = ''): string {
  const one = (name: string) =>
    `${name}: { open: true, returns: [raw], run: (_services, { params }) => ({ operation: '${name}', ...params }) }`;
  return `${opening} export default defineResource('${address}', { ${options} ${names.map(one).join(', ')} });`;
}

const all = ['search', 'get', 'add', 'update', 'remove'];
const core = (resource: string): Files => ({
  'core/base/module.json': manifest('base'),
  'core/base/resources/x.js': resource,
});
const plugin = (resource: string, more: object = {}): Files => ({
  'plugins/a/module.json': manifest('a', more),
  'plugins/a/resources/x.js': resource,
});

describe('A resource', () => {
  const install = installations();

  it('answers its five operations at the collection and at the item', async () => {
    const { api } = await install(core(operating('/courses', all))).serve();
    await api.get('/api/courses').expect(200, { operation: 'search' });
    await api.post('/api/courses').expect(200, { operation: 'add' });
    await api.get('/api/courses/7').expect(200, { operation: 'get', id: '7' });
    await api.patch('/api/courses/7').expect(200, { operation: 'update', id: '7' });
    await api.put('/api/courses/7').expect(200, { operation: 'update', id: '7' });
    await api.delete('/api/courses/7').expect(200, { operation: 'remove', id: '7' });
  });

  it('has no route for an operation that it lacks', async () => {
    const { kernel, api } = await install(core(operating('/courses', ['get']))).serve();
    expect(kernel.routes.map(({ methods, address }) => `${methods.join()} ${address}`)).to.deep.equal([
      'GET /courses/{id}',
    ]);
    await api.get('/api/courses').expect(404);
    await api.delete('/api/courses/7').expect(405);
  });

  it('may be nested, and name the parameter of its item', async () => {
    const address = '/item_bank_exercises/{exerciseId}/members';
    const { api } = await install(core(operating(address, ['search', 'get'], `item: 'memberId',`))).serve();
    await api.get('/api/item_bank_exercise/3/members').expect(200, { operation: 'search', exerciseId: '3' });
    const expected = { operation: 'get', exerciseId: '3', memberId: '4' };
    await api.get('/api/item_bank_exercises/3/member/4').expect(200, expected);
  });

  it('that is a singleton has one address without an id', async () => {
    const { api } = await install(
      core(operating('/me/profile', ['get', 'update', 'remove'], 'singleton: true,')),
    ).serve();
    await api.get('/api/me/profile').expect(200, { operation: 'get' });
    await api.patch('/api/me/profile').expect(200, { operation: 'update' });
    await api.delete('/api/me/profiles').expect(200, { operation: 'remove' });
    await api.get('/api/me/profile/1').expect(404);
  });

  it('at a literal address precedes one with a parameter', async () => {
    const files = {
      ...core(operating('/users', ['get'], `item: 'name',`)),
      'core/base/resources/info.js': operating('/users/info', ['get'], 'singleton: true,'),
    };
    const { api } = await install(files).serve();
    await api.get('/api/users/info').expect(200, { operation: 'get' });
    await api.get('/api/user/infos').expect(200, { operation: 'get' });
    await api.get('/api/users/information').expect(200, { operation: 'get', name: 'information' });
  });

  const mistakes: Record<string, [resource: string, message: RegExp]> = {
    'without an operation': [
      operating('/plugins/a/x', []),
      /has no operation; write at least one of the methods search, get, add, update, remove/,
    ],
    'with an operation without a filter': [
      `${opening} export default defineResource('/plugins/a/x', { get: { open: true, run: () => ({}) } });`,
      /\.get has no response filter; add @returns\(shape, mode\), or @returns\(raw\)/,
    ],
    'with a mode that its shape lacks': [
      `${opening} export default defineResource('/plugins/a/x', { get: { returns: [greeting, 'pubic'], run: () => ({}) } });`,
      /\.get returns Greeting in the mode "pubic", which does not exist; name one of its modes: public/,
    ],
    'without a mode': [
      `${opening} export default defineResource('/plugins/a/x', { search: { returns: [listOf(greeting)], run: () => [] } });`,
      /\.search returns Greeting without a mode; name one of its modes: public/,
    ],
    'with an address that ends in a slash': [
      operating('/plugins/a/x/', all),
      /address "\/plugins\/a\/x\/" is malformed; write it like/,
    ],
    'with invalid characters in its address': [operating('/plugins/a/x-y', all), /"\/plugins\/a\/x-y" is malformed/],
    'with an unclosed brace in its address': [operating('/plugins/a/{x', all), /"\/plugins\/a\/\{x" is malformed/],
    'at the root': [operating('/', all), /"\/" is malformed/],
    'outside of its plugin': [
      operating('/courses', all),
      /"\/courses" is not this plugin's; serve below \/plugins\/a\/ or \/me\/, or add it to "mounts"/,
    ],
    'at the address of another plugin': [operating('/plugins/ab/x', all), /"\/plugins\/ab\/x" is not this plugin's/],
  };
  for (const [mistake, [resource, message]] of Object.entries(mistakes)) {
    it(`${mistake} sets the plugin aside`, async () => {
      const kernel = await install(plugin(resource)).boot();
      const reason = kernel.failedPlugins[0]?.reason;
      expect(reason)
        .to.match(/^plugins\/a\/resources\/x\.js: /)
        .and.match(message);
    });
  }

  it('of a plugin may have an address below /me or below its "mounts"', async () => {
    const mounts = ['/shared_things'];
    const files = plugin(operating('/shared_things/{thingId}/extras', ['search']), { mounts });
    const { kernel, api } = await install({
      ...files,
      'plugins/a/resources/mine.js': operating('/me/things', ['search']),
    }).serve();
    expect(kernel.failedPlugins).to.deep.equal([]);
    await api.get('/api/shared_thing/1/extras').expect(200);
    await api.get('/api/me/things').expect(200);
  });
});

describe('A route', () => {
  const install = installations();

  it('declared twice in core stops the start, naming both files', async () => {
    const place = install({
      ...core(saying('one', '/courses')),
      'core/other/module.json': manifest('other'),
      'core/other/resources/y.js': saying('two', '/course'),
    });
    expect(await reasonOf(place.boot())).to.equal(
      'core/other/resources/y.js: search at /course is already served by core/base/resources/x.js; no order between "base" and "other" is declared. Write "after": ["base"] in core/other/module.json to override it, "before": ["base"] for the opposite order, or change one of the addresses.',
    );
  });

  it('of two plugins belongs to the first, and the second is set aside', async () => {
    const mounts = ['/shared_things'];
    const { kernel, api } = await install({
      'plugins/b/module.json': manifest('b', { mounts }),
      'plugins/b/resources/y.js': saying('b', '/shared_things'),
      ...plugin(saying('a', '/shared_things'), { mounts }),
    }).serve();
    expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['b']);
    expect(kernel.failedPlugins[0]?.reason).to.match(
      /^plugins\/b\/resources\/y\.js: search at \/shared_things is already served by plugins\/a\/resources\/x\.js; no order/,
    );
    await api.get('/api/shared_things').expect(200, { text: 'a' });
    await api.get('/api/plugins/b/anything').expect(503);
  });

  it('of a plugin is not lost to an earlier plugin without a declared order', async () => {
    const { kernel, api } = await install({
      'plugins/b/module.json': manifest('b'),
      'plugins/b/resources/y.js': saying('b', '/plugins/b/things'),
      ...plugin(saying('a', '/plugins/b/things'), { mounts: ['/plugins/b/things'] }),
    }).serve();
    expect(kernel.failedPlugins.map(({ reason }) => reason)).to.deep.equal([
      'plugins/a/resources/x.js: search at /plugins/b/things is already served by plugins/b/resources/y.js; no order between "b" and "a" is declared. Write "after": ["b"] in plugins/a/module.json to override it, or change one of the addresses.',
    ]);
    await api.get('/api/plugins/b/things').expect(200, { text: 'b' });
  });

  it('that overrides nothing is reported with the operations at its address', async () => {
    const { failedPlugins } = await install({
      'plugins/b/module.json': manifest('b'),
      'plugins/b/resources/y.js': operating('/plugins/b/things', ['get', 'remove']),
      ...plugin(
        `${opening} export default defineResource('/plugins/b/things', { overrides: true, search: { run: () => [] } });`,
        { mounts: ['/plugins/b/things'], after: ['b'] },
      ),
    }).boot();
    expect(failedPlugins[0]?.reason).to.include(
      '.search overrides nothing: at /plugins/b/things there is get of b, remove of b; correct the operation or the address',
    );
  });

  it('of a failed plugin answers 503 below its mounts', async () => {
    const { api } = await install(plugin(operating('/shared_things', []), { mounts: ['/shared_things'] })).serve();
    await api.get('/api/shared_thing/1').expect(503);
  });

  it('of a failed plugin answers 503 below /me', async () => {
    const files = {
      ...plugin(operating('/plugins/a/x', [])),
      'plugins/a/resources/mine.js': operating('/me/things', all),
    };
    const { api } = await install(files).serve();
    await api.get('/api/me/thing/1').expect(503);
    await api.get('/api/me/others').expect(404);
  });

  it('of a plugin with an unreadable file or manifest answers 503 below /me', async () => {
    const mine = `import { resource } from 'lectern';\n@resource('/me/things')\nexport default class Things { (`;
    for (const broken of [
      { 'plugins/a/module.json': manifest('a'), 'plugins/a/resources/mine.ts': mine },
      { 'plugins/a/module.json': '{', 'plugins/a/resources/mine.js': operating('/me/things', all) },
    ]) {
      const { kernel, api } = await install(broken).serve();
      expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['a']);
      const { body } = await api.get('/api/me/thing/1').expect(503);
      expect(body.error.message).to.equal('The plugin "a" is out of service; /readyz says why.');
      await api.get('/api/me/others').expect(404);
    }
  });
});
