import { expect } from 'chai';
import type { Kernel } from 'lectern/host';
import { manifest } from '../../../support/installation.ts';
import { giving, expectSetAside, installations, type Mistakes } from '../boot/support.ts';

const subscriber = (events: string, more = '') =>
  `import { subscribe } from 'lectern'; export default subscribe(${events}, () => () => {}${more});`;

describe('The subscribers of a module', () => {
  const install = installations();
  const told = ({ services }: Kernel) => services.contributions.of('subscribers');

  it('are the files of its folder, named by module and file, in module order', async () => {
    const kernel = await install({
      ...giving('plugins/b', ''),
      'plugins/b/subscribers/two.js': subscriber(`['order.paid', 'order.closed']`),
      'plugins/b/subscribers/one.ts': subscriber(`'order.paid' as never`),
      'plugins/b/subscribers/one.test.ts': 'throw new Error("not loaded")',
      'plugins/a/module.json': manifest('a', { requires: { b: '*' } }),
      'plugins/a/subscribers/three.cjs': `
        module.exports = require('lectern').subscribe('user.login', () => () => {}, { transactional: false });`,
    }).boot();
    expect(kernel.failedPlugins).to.deep.equal([]);
    expect(told(kernel).map(({ name, events, transactional }) => ({ name, events, transactional }))).to.deep.equal([
      { name: 'b.one', events: ['order.paid'], transactional: true },
      { name: 'b.two', events: ['order.paid', 'order.closed'], transactional: true },
      { name: 'a.three', events: ['user.login'], transactional: false },
    ]);
  });

  it('are built once, with the services', async () => {
    const kernel = await install({
      ...giving('plugins/a', `greeting: asValue({ text: 'hello' })`),
      'plugins/a/subscribers/x.js': `
        import { subscribe } from 'lectern';
        let built = 0;
        export default subscribe('order.paid', ({ greeting }) => {
          built++;
          return async (event) => { event.said.push(greeting.text, built); };
        }, { gaveUp: (event, { greeting }) => { event.said.push('no ' + greeting.text); } });`,
    }).serve();
    const [first] = told(kernel.kernel);
    const [again] = told(kernel.kernel);
    const event = { said: [] as unknown[] };
    await first?.handle(event as never);
    await again?.handle(event as never);
    await again?.gaveUp(event as never);
    expect(event.said).to.deep.equal(['hello', 1, 'hello', 1, 'no hello']);
  });

  const broken: Record<string, [text: string, message: RegExp]> = {
    'that is a plain function': ['export default () => {};', /; export default subscribe\('order\.paid', \(services\)/],
    'without an export': ['export const a = 1;', /; export default subscribe\(/],
    'of an event without a dot': [subscriber(`'orderPaid'`), /subscribe: "orderPaid" is no event name; write a name/],
    'of an event that is no text': [subscriber('[7]'), /subscribe: number is no event name/],
    'of no events': [subscriber('[]'), /subscribe: an empty list is no event name/],
    'without a function': [
      `import { subscribe } from 'lectern'; export default subscribe('order.paid');`,
      /subscribe: the second argument is no function; write subscribe\(/,
    ],
    'whose factory returns no function': [
      `import { subscribe } from 'lectern'; export default subscribe('order.paid', async () => () => {});`,
      /: the function passed to subscribe\(\) failed: it returns no function; write subscribe\(/,
    ],
    'with a misspelled option': [
      subscriber(`'order.paid'`, ', { transactionl: false }'),
      /"transactionl" is none of transactional, where, gaveUp; correct its name/,
    ],
    'with a condition that is no object': [
      subscriber(`'order.paid'`, `, { where: 'vip' }`),
      /"where" must have texts, numbers or booleans; write where:/,
    ],
    'with a condition on a whole object': [
      subscriber(`'order.paid'`, `, { where: { terms: {} } }`),
      /"where" must have texts, numbers or booleans; write where:/,
    ],
    'with `transactional` that is no boolean': [
      subscriber(`'order.paid'`, `, { transactional: 'no' }`),
      /"transactional" must be true or false/,
    ],
    'with `gaveUp` that is no function': [subscriber(`'order.paid'`, ', { gaveUp: 1 }'), /"gaveUp" is no function/],
    'that uses an unknown service': [
      `import { subscribe } from 'lectern'; export default subscribe('order.paid', ({ nothing }) => () => nothing);`,
      /: the function passed to subscribe\(\) failed: .*nothing/s,
    ],
  };
  it('set the plugin aside, naming the file, if one is no subscriber', async () => {
    const all = Object.entries(broken).map(([what, [text, message]]) => [
      what,
      [{ 'plugins/a/subscribers/x.js': text }, message],
    ]);
    await expectSetAside(install(), Object.fromEntries(all) as Mistakes);
  });

  it('are refused for two files of one name, and for a folder', async () => {
    const kernel = await install({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/subscribers/x.js': subscriber(`'order.paid'`),
      'plugins/a/subscribers/x.mjs': subscriber(`'order.paid'`),
      'plugins/b/module.json': manifest('b'),
      'plugins/b/subscribers/deep/x.js': subscriber(`'order.paid'`),
    }).boot();
    const reasons = kernel.failedPlugins.map(({ reason }) => reason);
    expect(reasons[0]).to.match(/^plugins\/a\/subscribers\/x\.mjs: x\.js in this folder has the same name/);
    expect(reasons[1]).to.match(/^plugins\/b\/subscribers\/deep: a folder in subscribers\/ is not loaded/);
  });
});

describe('ready() of a service', () => {
  const install = installations();

  it('is called after the start of all modules, except for failed plugins', async () => {
    const lives: string[] = [];
    Object.assign(globalThis, { readyLives: lives });
    const life = (name: string, start = '') => `${name}: asValue({
      start() { globalThis.readyLives.push('start ${name}'); ${start} },
      ready() { globalThis.readyLives.push('ready ${name}'); },
    })`;
    await install({
      ...giving('core/a', life('one')),
      ...giving('plugins/b', life('two', `throw new Error('no luck');`)),
      ...giving('plugins/c', life('three')),
    }).serve();
    const both = ['start one', 'start three', 'ready one', 'ready three'];
    expect(lives).to.deep.equal(['start one', 'start two', ...both]);
  });
});
