import { expect } from 'chai';
import { offering } from '../../../support/installation.ts';
import { giving, installations, reasonOf } from '../boot/support.ts';
import { answering, asking, setAsideFor } from './asking.ts';

describe('The registration of a service', () => {
  const install = installations();
  const answerOf = answering(install);

  it('of a later layer replaces that of an earlier one, also within core', async () => {
    const core = giving(
      'core/base',
      `word: asValue('core'), echo: asFunction(({ word }) => () => 'echo ' + word)`,
      offering('word', 'echo'),
    );
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
        giving('core/base', `word: asValue('core'), mark: asValue('>')`, offering('word', 'mark')),
        giving('plugins/a', wrap('a')),
        giving('plugins/b', wrap('b')),
        giving('custom', wrap('custom')),
        asking('[word]', 'word'),
      ),
    ).to.deep.equal(['core>a>b>custom']);
  });
});

describe('A module whose services', () => {
  const install = installations();
  setAsideFor(install, {
    'clash with those of another': [
      { ...giving('plugins/a', 'word: asValue(1)', offering('word')), ...giving('plugins/b', 'word: asValue(2)') },
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
    'spread all services': [
      giving('plugins/b', 'bad: asFunction(({ clock, ...others }) => others)'),
      /^plugins\/b\/services\.js: the service "bad" cannot be built: the services cannot be spread; name each service that is needed \(plugins\/b\/services\.js:\d+\)$/,
    ],
  });

  it('replace those of a required module runs', async () => {
    const { kernel, api } = await install({
      ...giving('plugins/a', `word: asValue('a')`, { requires: { z: '*' } }),
      ...giving('plugins/z', `word: asValue('z')`, offering('word')),
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
