import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { greeter, installations, saying } from '../../kernel/boot/support.ts';

describe('An entry of plugins/', () => {
  const install = installations();

  const refused: Record<string, RegExp> = {
    '.hidden': /hidden folders are not loaded; rename the folder or move it/,
    VIP: /lower-case letters, digits and underscores/,
    'vip-levels': /lower-case letters, digits and underscores.*rename the folder/,
    '2fast': /a letter first; rename the folder/,
    'c++(': /rename the folder/,
  };
  for (const [name, message] of Object.entries(refused)) {
    it(`named ${name} is set aside, and other plugins run`, async () => {
      const { kernel, api } = await install({ ...greeter(`plugins/${name}`), ...greeter('plugins/z') }).serve();
      expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal([name]);
      expect(kernel.failedPlugins[0]?.reason).to.match(message).and.include(`plugins/${name}: `);
      await api.get('/api/plugins/z/greetings').expect(200);
    });
  }

  it('that is a loose file of code is set aside', async () => {
    const kernel = await install({ 'plugins/greetings.js': saying('hello', '/plugins/a/greetings') }).boot();
    expect(kernel.failedPlugins[0]?.reason).to.equal(
      'plugins/greetings.js: a plugin is a folder; move this file into the folder of a plugin, or out of plugins/',
    );
  });

  it('with a folder in resources/ is set aside', async () => {
    const kernel = await install({
      ...greeter('plugins/a'),
      'plugins/a/resources/deeper/more.js': saying('more', '/plugins/a/more'),
    }).boot();
    expect(kernel.failedPlugins[0]?.reason).to.equal(
      'plugins/a/resources/deeper: a folder in resources/ is not loaded; move its files up.',
    );
  });

  it('whose previous name belongs to a present module fails', async () => {
    const kernel = await install({
      ...greeter('plugins/a'),
      ...greeter('plugins/z'),
      'plugins/z/module.json': manifest('z', { formerly: 'a' }),
    }).boot();
    expect(kernel.failedPlugins.map(({ reason }) => reason)).to.deep.equal([
      'plugins/z/module.json: "formerly" names plugins/a, which is present; remove "formerly", or that module if it is the old version of this one.',
    ]);
  });

  it('is named in the error about a configuration section with its previous name', async () => {
    const place = install({ ...greeter('plugins/z'), 'plugins/z/module.json': manifest('z', { formerly: 'a' }) });
    const failed = await place.boot({ config: { modules: { a: {} } } }).catch((error: unknown) => error);
    expect((failed as Error).message).to.equal(
      'Configuration: "modules.a" names a module that is not installed; write "modules.z", its present name.',
    );
  });

  it('that is a loose file without code is ignored', async () => {
    const kernel = await install({ 'plugins/README.md': '# Plugins', 'plugins/.DS_Store': '' }).boot();
    expect(kernel.failedPlugins).to.deep.equal([]);
  });

  it('that is a symbolic link out of plugins/ is refused', async () => {
    const place = install(greeter('elsewhere/a')).write({ 'plugins/README.md': '' });
    const kernel = await place.link('../elsewhere/a', 'plugins/a').boot();
    expect(kernel.failedPlugins[0]?.reason).to.match(
      /^plugins\/a: this symbolic link leads out of plugins\/, or nowhere; put the folder/,
    );
  });

  it('that is a symbolic link to a folder in plugins/ is served', async () => {
    const place = install({ ...greeter('plugins/z'), ...greeter('plugins/z/variants/a') });
    place.write({ 'plugins/z/variants/a/resources/greetings.js': saying('linked', '/plugins/a/greetings') });
    const { api } = await place.link('z/variants/a', 'plugins/a').serve();
    await api.get('/api/plugins/a/greetings').expect(200, { text: 'linked' });
  });

  it('named like a module of core or like custom is set aside, and that module runs', async () => {
    const { kernel, api } = await install({
      ...greeter('core/platform/users'),
      ...greeter('custom'),
      ...greeter('plugins/users'),
      ...greeter('plugins/custom'),
    }).serve();
    expect(kernel.failedPlugins.map(({ reason }) => reason)).to.deep.equal([
      'plugins/custom: this name belongs to a module of another layer; rename the plugin.',
      'plugins/users: this name belongs to a module of another layer; rename the plugin.',
    ]);
    await api.get('/api/users/greetings').expect(200, { text: 'users' });
    await api.get('/api/custom/greetings').expect(200, { text: 'custom' });
    await api.get('/api/plugins/users/greetings').expect(503);
  });
});
