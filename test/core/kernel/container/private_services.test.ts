import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { use } from 'lectern';
import { manifest, offering, type Files } from '../../../support/installation.ts';
import { giving, installations } from '../boot/support.ts';

const lectern = `import { asValue, asFunction, contributes, defineResource, raw, subscribe, use } from 'lectern';`;

/** A plugin with classes of services, and a resource that answers an expression of `used`, the services of the fields. */
function plugin(name: string, [classes, used, answer = '1']: readonly string[]): Files {
  return {
    [`plugins/${name}/module.json`]: manifest(name),
    [`plugins/${name}/classes.js`]: `${lectern} ${classes}`,
    [`plugins/${name}/resources/answers.ts`]: `import { open, raw, resource, returns, use } from 'lectern';
      import * as own from '../classes.js';
      @resource('/plugins/${name}/answers')
      export default class Answers {
        protected readonly used = ${used};
        @open @returns(raw) search() { const { used } = this; return ${answer}; }
      }`,
  };
}

describe('A service without a name', () => {
  const install = installations();
  const answerOf = async (files: Files): Promise<unknown> => {
    const { kernel, api } = await install(files).serve();
    expect(kernel.failedPlugins.map(({ reason }) => reason)).to.deep.equal([]);
    return (await api.get('/api/plugins/a/answers').expect(200)).body;
  };

  it('is built once for its module, with services by name and by class', async () => {
    const classes = `let built = 0;
      export class Count { number = ++built; }
      export class Sum { #count = use(Count); #config = use('aConfig'); get() { return [this.#count.number, built, this.#config]; } }`;
    const used = '[use(own.Sum), use(own.Sum), use(own.Count)]';
    const answer = 'used[0].get().concat(used[0] === used[1], used[2].number)';
    expect(await answerOf(plugin('a', [classes, used, answer]))).to.deep.equal([1, 1, {}, true, 1]);
  });

  it('is the same in services, subscribers and resources of its module', async () => {
    const files = plugin('a', ['export class Log { lines = []; }', '[use(own.Log)]', 'used[0].lines']);
    const write = (text: string) => `use(Log).lines.push('${text}')`;
    const answer = await answerOf({
      ...files,
      'plugins/a/services.js': `${lectern} import { Log } from './classes.js';
        export default { aWriter: class { constructor() { ${write('service')}; } } };`,
      'plugins/a/subscribers/listen.js': `${lectern} import { Log } from '../classes.js';
        export default subscribe('order.paid', () => { ${write('subscriber')}; return () => {}; });`,
    });
    expect(answer).to.deep.equal(['service', 'subscriber']);
  });

  it('starts before the first service that uses it, and stops after it', async () => {
    const steps = (name: string) =>
      `start() { globalThis.steps.push('+${name}'); } stop() { globalThis.steps.push('-${name}'); }`;
    const classes = `globalThis.steps = [];
      export class Inner { ${steps('inner')} } export class Lone { ${steps('lone')} }`;
    const files = {
      ...plugin('a', [classes, '[use(own.Lone)]', 'globalThis.steps']),
      'plugins/a/services.js': `${lectern} import { Inner } from './classes.js';
        export default { aOuter: class { #inner = use(Inner); ${steps('outer')} } };`,
    };
    const { kernel, api } = await install(files).serve();
    const started = ['+inner', '+outer', '+lone'];
    expect((await api.get('/api/plugins/a/answers').expect(200)).body).to.deep.equal(started);
    await kernel.stop();
    expect((globalThis as { steps?: string[] }).steps).to.deep.equal([...started, '-lone', '-outer', '-inner']);
  });

  it('is shared with a class of custom that extends its user', async () => {
    const files = plugin('a', ['export class Count { number = 0; }', '[use(own.Count)]', '++used[0].number']);
    const answer = await answerOf({
      ...files,
      'custom/module.json': manifest('custom'),
      'custom/services.js': `${lectern} import { Count } from '../plugins/a/classes.js';
        export default { customCounter: class { #count = use(Count); } };`,
    });
    expect(answer).to.equal(1);
  });

  const mistakes: Record<string, [classes: string, used: string, reason: RegExp]> = {
    'that throws': [
      'export class Bad { constructor() { throw new Error("no luck"); } }',
      'use(own.Bad)',
      /^plugins\/a\/resources\/answers\.ts: the service Bad cannot be built: no luck \(plugins\/a\/classes\.js:\d+\)$/,
    ],
    'whose constructor has parameters': [
      'export class Bad { constructor(database) {} }',
      'use(own.Bad)',
      /resources\/answers\.ts: the service Bad cannot be built: the constructor of Bad takes parameters; take each service by a field/,
    ],
    'that is a function': [
      'export const Bad = () => ({});',
      'use(own.Bad)',
      /the service Bad cannot be built: it is no class; give use\(\) a class, or the name of a service/,
    ],
    'that uses itself by another one': [
      'export class One { #two = use(Two); } export class Two { #one = use(One); }',
      'use(own.One)',
      /^plugins\/a\/resources\/answers\.ts: One uses itself, or a service that uses it; pass one to the other by a method\.$/,
    ],
    'that uses an unknown service': [
      `export class Bad { #nobody = use('nobody'); }`,
      'use(own.Bad)',
      /the service Bad cannot be built: there is no service "nobody"; correct the name/,
    ],
    'that uses an internal service of another module': [
      `export class Bad { #secret = use('secret'); }`,
      'use(own.Bad)',
      /^plugins\/a\/resources\/answers\.ts: Bad asks for the service "secret", which is internal to the module "base"/,
    ],
    'with a start() that takes parameters': [
      'export class Bad { start(port) {} }',
      'use(own.Bad)',
      /^plugins\/a\/resources\/answers\.ts: start\(\) of the service Bad takes parameters, .* rename the method\.$/,
    ],
  };
  for (const [mistake, [classes, used, reason]] of Object.entries(mistakes)) {
    it(`sets its plugin aside: one ${mistake}`, async () => {
      const core = giving('core/base', `secret: asValue(1), word: asValue('fit')`, offering('word'));
      const { kernel } = await install({ ...core, ...plugin('a', [classes, used]) }).serve();
      expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['a']);
      expect(kernel.failedPlugins[0]?.reason).to.match(reason);
    });
  }

  it('refuses the class of a service with a name', async () => {
    const files = {
      ...plugin('a', ['export class Count {}', 'use(own.Count)']),
      'plugins/a/services.js': `import { Count } from './classes.js'; export default { aCount: Count };`,
    };
    const { kernel } = await install(files).serve();
    expect(kernel.failedPlugins[0]?.reason).to.match(/Count is the service "aCount"; write use\('aCount'\)\.$/);
  });

  it('refuses the class of another module', async () => {
    const files = {
      ...plugin('a', ['export class Count {}', 'use(own.Count)']),
      ...plugin('b', [`export { Count } from '../a/classes.js';`, 'use(own.Count)']),
    };
    const { kernel } = await install(files).serve();
    expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['b']);
    expect(kernel.failedPlugins[0]?.reason).to.match(
      /^plugins\/b\/resources\/answers\.ts: Count is a service of the module "a" without a name; register it in services\.ts of "a"/,
    );
  });
});

describe('use', () => {
  class Count {
    number = 0;
  }
  class User {
    readonly counts = [use(Count), use(Count)];
    readonly clock = use('clock');
  }

  it('builds classes with the services of `construct`, each once', () => {
    const clock = { now: () => new Date(0) };
    const { counts, clock: used } = construct(User, { clock });
    expect(counts[0]).to.be.instanceOf(Count).and.equal(counts[1]);
    expect(used).to.equal(clock);
  });

  it('throws outside of a construction, with the field to write', () => {
    expect(() => use(Count)).to.throw(
      'use(Count) runs only while a service or resource is constructed; write a field: readonly #service = use(Count).',
    );
    expect(() => use('clock')).to.throw(`write a field: readonly #clock = use('clock').`);
  });
});
