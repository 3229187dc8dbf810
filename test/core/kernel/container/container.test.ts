import { expect } from 'chai';
import { describe, it } from 'mocha';
import { manifest, type Files } from '../../../support/installation.ts';
import { giving, installations, opening, reasonOf } from '../boot/support.ts';

/** A plugin `asker` whose operation answers an expression of the services `uses`. */
function asking(expression: string, ...uses: string[]): Files {
  return {
    'plugins/asker/module.json': manifest('asker'),
    'plugins/asker/resources/answers.js': `${opening}
      export default defineResource('/plugins/asker/answers', {
        uses: ${JSON.stringify(uses)},
        search: { open: true, returns: [raw], run: ({ ${uses.join(', ')} }) => (${expression}) },
      });`,
  };
}

describe('A service', () => {
  const install = installations();
  const answerOf = async (...files: Files[]): Promise<unknown> => {
    const { kernel, api } = await install(Object.assign({}, ...files)).serve();
    expect(kernel.failedPlugins).to.deep.equal([]);
    return (await api.get('/api/plugins/asker/answers').expect(200)).body;
  };

  it('of a later layer replaces that of an earlier one, also within core', async () => {
    const core = giving('core/base', `word: asValue('core'), echo: asFunction(({ word }) => () => 'echo ' + word)`);
    const asker = asking('[word, echo()]', 'word', 'echo');
    expect(await answerOf(core, asker)).to.deep.equal(['core', 'echo core']);
    const plugin = giving('plugins/a', `word: asValue('plugin')`, { requires: { base: '*' } });
    expect(await answerOf(core, plugin, asker)).to.deep.equal(['plugin', 'echo plugin']);
    const custom = giving('custom', `word: asValue('custom')`, { requires: { a: '*' } });
    expect(await answerOf(core, plugin, custom, asker)).to.deep.equal(['custom', 'echo custom']);
  });

  it('may be decorated several times, each decorator receiving the previous service', async () => {
    const wrap = (text: string) => `word: decorates((previous, { mark }) => previous + mark + '${text}')`;
    expect(
      await answerOf(
        giving('core/base', `word: asValue('core'), mark: asValue('>')`),
        giving('plugins/a', wrap('a')),
        giving('plugins/b', wrap('b')),
        giving('custom', wrap('custom')),
        asking('[word]', 'word'),
      ),
    ).to.deep.equal(['core>a>b>custom']);
  });

  it('is built once, even if it is registered as transient', async () => {
    const services = `
      counter: asValue({ built: 0 }),
      one: asFunction(({ counter }) => ({ number: ++counter.built })),
      two: asFunction(({ one }) => one).transient()`;
    const answer = await answerOf(
      giving('core/base', services),
      asking('[one.number, two.number, counter.built]', 'one', 'two', 'counter'),
    );
    expect(answer).to.deep.equal([1, 1, 1]);
  });

  it('is contributed in the order of the modules, also if it is decorated', async () => {
    const files = [
      giving('plugins/b', `second: contributes('words', asValue('b'))`),
      giving('plugins/a', `third: contributes('words', asValue('a'))`, { requires: { b: '*' } }),
      giving('core/base', `first: contributes('words', asValue('core')), other: asValue('none')`),
      giving('plugins/c', `second: decorates((previous) => previous + '!')`, { requires: { b: '*' } }),
    ];
    const answer = await answerOf(...files, asking(`contributions.of('words')`, 'contributions'));
    expect(answer).to.deep.equal(['core', 'a', 'b!']);
  });

  it('is contributed for a subscriber file that is named like a decorated service', async () => {
    const file = 'plugins/a/subscribers/remind before deadline.js';
    const subscriber = `import { subscribe } from 'lectern'; export default subscribe('order.paid', () => () => {});`;
    const plugin = { ...giving('plugins/a', `word: asValue('a')`), [file]: subscriber };
    const names = asking(`contributions.of('subscribers').map(({ name }) => name)`, 'contributions');
    expect(await answerOf(plugin, names)).to.deep.equal(['a.remind before deadline']);
  });

  it('may use the clock, the configuration, the environment, the logger and its section', async () => {
    const services = `report: asFunction(({ clock, config, environment, logger, baseConfig }) => [
      clock.now() instanceof Date, config.zone, environment, typeof logger.info, baseConfig])`;
    const answer = await answerOf(giving('core/base', services), asking('report', 'report'));
    expect(answer).to.deep.equal([true, 'Asia/Shanghai', 'test', 'function', {}]);
  });
});

describe('A module whose services', () => {
  const install = installations();
  const mistakes: Record<string, [files: Files, reason: RegExp]> = {
    'clash with those of another': [
      { ...giving('plugins/a', 'word: asValue(1)'), ...giving('plugins/b', 'word: asValue(2)') },
      /^plugins\/b\/services\.js: the service "word" is already registered by plugins\/a\/services\.js; rename this service, or add "a": "\^1\.0\.0" to "requires" in plugins\/b\/module\.json/,
    ],
    'take the name of a service of core, whose module the plugin does not require': [
      giving('plugins/b', `base: asValue('b')`),
      /^plugins\/b\/services\.js: the service "base" is already registered by core\/base\/services\.js; rename this service, or add "base": "\^1\.0\.0" to "requires" in plugins\/b\/module\.json/,
    ],
    'take a name of the kernel': [
      giving('plugins/b', 'clock: asValue(1)'),
      /^plugins\/b\/services\.js: the name "clock" belongs to the kernel/,
    ],
    'take the name "contributions"': [
      giving('plugins/b', 'contributions: asValue(1)'),
      /the name "contributions" belongs to the kernel; choose another/,
    ],
    'take the name of a configuration section': [
      giving('plugins/b', 'baseConfig: asValue(1)'),
      /the name "baseConfig" belongs to the kernel/,
    ],
    'decorate an unknown service': [
      giving('plugins/b', 'word: decorates((word) => word)'),
      /^plugins\/b\/services\.js: "word" decorates a service that no earlier module has; correct the name, or require/,
    ],
    'throw when they are built': [
      giving('plugins/b', 'bad: class { constructor() { throw new Error("no luck"); } }'),
      /^plugins\/b\/services\.js: the service "bad" cannot be built: no luck \(plugins\/b\/services\.js:\d+\)$/,
    ],
    'have a check() with parameters': [
      giving('plugins/b', 'bad: asValue({ check: (token, answer) => token === answer })'),
      /^plugins\/b\/services\.js: check\(\) of the service "bad" takes parameters, .* rename the method\.$/,
    ],
    'use an unknown service': [
      giving('plugins/b', 'bad: asFunction(({ nobody }) => nobody)'),
      /^plugins\/b\/services\.js: the service "bad" cannot be built: there is no service "nobody"; correct the name, or install and enable the module that registers it \(plugins\/b\/services\.js:\d+\)$/,
    ],
    'spread all services': [
      giving('plugins/b', 'bad: asFunction(({ clock, ...others }) => others)'),
      /^plugins\/b\/services\.js: the service "bad" cannot be built: the services cannot be spread; name each service that is needed \(plugins\/b\/services\.js:\d+\)$/,
    ],
    'use each other': [
      giving('plugins/b', 'one: asFunction(({ two }) => two), two: asFunction(({ one }) => one)'),
      /^plugins\/b\/services\.js: .*Cyclic dependencies: one -> two -> one; pass one to the other as an argument of a method \(plugins\/b\/services\.js:\d+\)$/,
    ],
    'break a service of core that they replace': [
      giving('plugins/b', 'base: asFunction(() => { throw new Error("no luck"); })', { requires: { base: '*' } }),
      /^plugins\/b\/services\.js: the service "base" cannot be built: no luck \(plugins\/b\/services\.js:\d+\)$/,
    ],
  };
  for (const [mistake, [files, reason]] of Object.entries(mistakes)) {
    it(`${mistake} is set aside if it is a plugin`, async () => {
      const core = giving('core/base', `asker: asFunction(({ base }) => 'asks ' + base), base: asValue('core')`);
      const { kernel, api } = await install({ ...core, ...files, ...asking('[asker]', 'asker') }).serve();
      expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['b']);
      expect(kernel.failedPlugins[0]?.reason).to.match(reason);
      await api.get('/api/plugins/asker/answers').expect(200, ['asks core']);
    });
  }

  const consumers: Record<string, [consumer: string, changed: string]> = {
    'while it is built': [`asFunction(({ base }) => ({ text: base.text() }))`, `asValue({})`],
    'in start()': [`asFunction(({ base }) => ({ start: async () => void base.text() }))`, `decorates(() => ({}))`],
    'by an error of the replacement': [
      `asFunction(({ base }) => ({ start: () => base.text() }))`,
      `asValue({ text: () => { throw new Error('no luck'); } })`,
    ],
  };
  for (const [moment, [consumer, changed]] of Object.entries(consumers)) {
    it(`fail a module of core ${moment} is set aside if it is a plugin`, async () => {
      const core = giving('core/base', `base: asValue({ text: () => 'core' })`);
      const user = giving('core/user', `user: ${consumer}`, { requires: { base: '*' } });
      const plugin = giving('plugins/b', `base: ${changed}`, { requires: { base: '*' } });
      const { kernel, api } = await install({
        ...core,
        ...user,
        ...plugin,
        ...asking('[base.text()]', 'base'),
      }).serve();
      expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['b']);
      expect(kernel.failedPlugins[0]?.reason).to.match(
        /^plugins\/b\/services\.js: the service "base" that this module registers fails for the module "user" of core \(.*\); give it all members of the original, or rename it/,
      );
      await api.get('/api/plugins/asker/answers').expect(200, ['core']);
    });
  }

  it('does not blame a plugin for an error of core that its service did not cause', async () => {
    const place = install({
      ...giving('core/base', `base: asValue({ text: () => 'core' })`),
      ...giving(
        'core/user',
        // Fails once only, so that a start without the plugin would succeed.
        `user: asFunction(({ base }) => ({ start: async () => {
          if ((globalThis.startsOfUser = (globalThis.startsOfUser ?? 0) + 1) === 1) throw new Error('database away');
        } }))`,
      ),
      ...giving('plugins/b', `base: asValue({ text: () => 'b' })`, { requires: { base: '*' } }),
    });
    expect(await reasonOf(place.serve())).to.match(/^core\/user\/services\.js: .*database away/);
  });

  it('replace those of a required module runs', async () => {
    const { kernel, api } = await install({
      ...giving('plugins/a', `word: asValue('a')`, { requires: { z: '*' } }),
      ...giving('plugins/z', `word: asValue('z')`),
      ...asking('[word]', 'word'),
    }).serve();
    expect(kernel.failedPlugins).to.deep.equal([]);
    await api.get('/api/plugins/asker/answers').expect(200, ['a']);
  });

  it('clash stops the start in core', async () => {
    const place = install({ ...giving('core/a', 'word: asValue(1)'), ...giving('core/b', 'word: asValue(2)') });
    expect(await reasonOf(place.boot())).to.match(/^core\/b\/services\.js: the service "word" is already registered/);
  });
});
