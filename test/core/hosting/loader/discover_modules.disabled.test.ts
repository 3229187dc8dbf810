import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { greeter, installations, reasonOf } from '../../kernel/boot/support.ts';

describe('A disabled plugin', () => {
  const install = installations();
  const off = (...disabled: string[]) => ({ config: { plugins: { disabled } } });

  it('is not loaded, even if it is broken, and its addresses answer 404', async () => {
    const place = install({
      ...greeter('plugins/a'),
      ...greeter('plugins/b'),
      'plugins/b/module.json': '{',
      'plugins/b/resources/greetings.js': 'globalThis.loadedDisabled = true; syntax error',
    });
    const { kernel, api } = await place.serve({ ...off('b'), env: { NODE_ENV: 'test', PORT: '0' } });
    await api.get('/api/plugins/a/greetings').expect(200);
    await api.get('/api/plugins/b/greetings').expect(404);
    expect(kernel.failedPlugins).to.deep.equal([]);
    expect(kernel.disabled.plugins).to.deep.equal(['b']);
    expect(globalThis).to.not.have.property('loadedDisabled');
    const { body } = await api.get('/readyz').expect(200);
    expect(body.plugins).to.deep.equal([
      { name: 'a', state: 'running' },
      { name: 'b', state: 'disabled' },
    ]);
  });

  it('may be named by DISABLED_PLUGINS, and may have a configuration section', async () => {
    const place = install({ ...greeter('plugins/a'), ...greeter('plugins/b'), ...greeter('plugins/c') });
    const env = { NODE_ENV: 'test', PORT: '0', DISABLED_PLUGINS: 'a, c' };
    const { disabled, modules } = await place.boot({ env, config: { modules: { a: { any: 1 } } } });
    expect(disabled.plugins).to.deep.equal(['a', 'c']);
    expect(modules.map(({ name }) => name)).to.deep.equal(['b']);
  });

  it('has its addresses in settings of routes, which modules of other layers have not', async () => {
    const place = install({
      ...greeter('core/base'),
      ...greeter('plugins/a'),
      'custom/module.json': manifest('custom'),
    });
    const settings = (name: string) => ({ routes: { [`GET /api/plugins/${name}/greetings`]: { disabled: true } } });
    const without = ['a', 'base', 'custom'];
    expect((await place.boot({ without, config: settings('a') })).remarks[0]?.message).to.include(
      'once the plugin "a" runs',
    );
    for (const name of ['base', 'custom'])
      expect(await reasonOf(place.boot({ without, config: settings(name) })), name).to.include(
        'there is no such route',
      );
  });

  it('is named in the module fault of a module that requires it', async () => {
    const place = install({ ...greeter('plugins/a'), ...greeter('plugins/b', { requires: { a: '*' } }) });
    const { failedPlugins } = await place.boot(off('a'));
    expect(failedPlugins.map(({ module, reason }) => [module, reason])).to.deep.equal([
      [
        'b',
        'plugins/b/module.json: it requires the module "a", which is disabled; enable it (lectern plugin enable a), or disable this module, too.',
      ],
    ]);
    place.write({ 'custom/module.json': manifest('custom', { requires: { a: '*' } }) });
    expect(await reasonOf(place.boot(off('a', 'b')))).to.include(
      'custom/module.json: it requires the module "a", which is disabled',
    );
  });

  it('that does not exist gives a remark; a required module of core is refused', async () => {
    const place = install({ ...greeter('core/base'), ...greeter('plugins/greet') });
    const { remarks, modules } = await place.boot(off('gret'));
    expect(remarks).to.deep.equal([
      { file: 'plugins.disabled', message: 'there is no plugin "gret"; remove the name, or write "greet"' },
    ]);
    expect(modules.map(({ name }) => name)).to.deep.equal(['base', 'greet']);
    expect(await reasonOf(place.boot(off('base')))).to.equal(
      'Configuration: "plugins.disabled" names "base", which cannot be disabled; remove the name.',
    );
  });

  it('may be an optional module of core', async () => {
    const files = { ...greeter('core/base'), ...greeter('core/extra') };
    const place = install({ ...files, 'core/extra/module.json': manifest('extra', { optional: true }) });
    const { modules, disabled, remarks } = await place.boot(off('extra'));
    expect(modules.map(({ name }) => name)).to.deep.equal(['base']);
    expect(disabled.plugins).to.deep.equal(['extra']);
    expect(remarks).to.deep.equal([]);
    expect((await place.boot(off())).modules.map(({ name }) => name)).to.deep.equal(['base', 'extra']);
    place.write(greeter('plugins/extras', { requires: { extra: '*' } }));
    expect((await place.boot(off('extra'))).failedPlugins[0]?.reason).to.equal(
      'plugins/extras/module.json: it requires the module "extra", which is disabled; enable it (lectern plugin enable extra), or disable this module, too.',
    );
  });
});
