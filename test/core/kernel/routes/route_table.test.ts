import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations, opening, reasonOf, saying } from '../boot/support.ts';
import { all, core, operating, plugin } from './operating.ts';

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
