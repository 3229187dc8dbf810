import { expect } from 'chai';
import { offering } from '../../../support/installation.ts';
import { giving, installations } from '../boot/support.ts';
import { answering, asking, setAsideFor } from './asking.ts';

describe('A service', () => {
  const install = installations();
  const answerOf = answering(install);

  it('is built once, even if it is registered as transient', async () => {
    const services = `
      counter: asValue({ built: 0 }),
      one: asFunction(({ counter }) => ({ number: ++counter.built })),
      two: asFunction(({ one }) => one).transient()`;
    const answer = await answerOf(
      giving('core/base', services, offering('counter', 'one', 'two')),
      asking('[one.number, two.number, counter.built]', 'one', 'two', 'counter'),
    );
    expect(answer).to.deep.equal([1, 1, 1]);
  });

  it('is contributed in the order of the modules, also if it is decorated', async () => {
    const files = [
      giving('plugins/b', `second: contributes('words', asValue('b'))`, offering('second')),
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
    const answer = await answerOf(giving('core/base', services, offering('report')), asking('report', 'report'));
    expect(answer).to.deep.equal([true, 'Asia/Shanghai', 'test', 'function', {}]);
  });
});

describe('A module whose services', () => {
  const install = installations();
  setAsideFor(install, {
    'break a service of core that they replace': [
      giving('plugins/b', 'base: asFunction(() => { throw new Error("no luck"); })', { requires: { base: '*' } }),
      /^plugins\/b\/services\.js: the service "base" cannot be built: no luck \(plugins\/b\/services\.js:\d+\)$/,
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
      /^plugins\/b\/services\.js: the service "bad" cannot be built: there is no service "nobody"; correct the name, or install, enable and require the module that registers it \(plugins\/b\/services\.js:\d+\)$/,
    ],
    'use each other': [
      giving('plugins/b', 'one: asFunction(({ two }) => two), two: asFunction(({ one }) => one)'),
      /^plugins\/b\/services\.js: .*Cyclic dependencies: one -> two -> one; pass one to the other as an argument of a method \(plugins\/b\/services\.js:\d+\)$/,
    ],
  });
});
