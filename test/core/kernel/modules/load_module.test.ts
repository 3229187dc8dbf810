import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations, saying } from '../boot/support.ts';

const typed = `
  import { field, open, resource, returns, shape, use } from 'lectern';
  import type { OpenCall } from 'lectern';
  import { punctuation } from '../services/punctuation.js';
  import { Greeter } from '../services/greeter.ts';

  const greeting = shape('Greeting').mode('public', { text: field.text('What is said.') });

  @resource('/plugins/a/greetings')
  export default class Greetings {
    protected readonly greeter: Greeter = use('greeter' as never);

    @open
    @returns(greeting, 'public')
    get({ params }: OpenCall<{ id: string }>) {
      return { text: this.greeter.greet(params.id) + punctuation };
    }
  }`;

const typedPlugin: Files = {
  'plugins/a/module.json': manifest('a'),
  'plugins/a/resources/greetings.ts': typed,
  'plugins/a/services/punctuation.ts': `export const punctuation: string = '!';`,
  'plugins/a/services/greeter.ts': `export class Greeter { greet(to: string) { return 'hello ' + to; } }`,
  'plugins/a/services.ts': `
        import { Greeter } from './services/greeter.ts';
    export default { greeter: Greeter };`,
};

const required = (more = '') => `
  const { defineResource, field, shape, Shape } = require('lectern');
  const core = require('lectern/core');
  const greeting = shape('Greeting').mode('public', { text: field.text('What is said.') });
  ${more}
  module.exports = defineResource('/plugins/a/greetings', {
    search: { open: true, returns: [greeting, 'public'], run: () => ({ text: typeof core + (greeting instanceof Shape) }) },
  });`;

describe('A plugin', () => {
  const install = installations();

  for (const [described, more] of Object.entries({
    'without a package.json': {},
    'with a package.json of type module': { 'plugins/a/package.json': '{ "name": "a", "type": "module" }' },
    'with a package.json of type commonjs': { 'plugins/a/package.json': '{ "name": "a", "type": "commonjs" }' },
  })) {
    it(`in TypeScript ${described} runs from its source`, async () => {
      const { kernel, api } = await install({ ...typedPlugin, ...more }).serve();
      expect(kernel.failedPlugins).to.deep.equal([]);
      await api.get('/api/plugins/a/greetings/7').expect(200, { text: 'hello 7!' });
    });

    it(`in CommonJS ${described} gets the same kernel by require`, async () => {
      const { api } = await install({
        'plugins/a/module.json': manifest('a'),
        ...more,
        'plugins/a/resources/a.cjs': required(),
      }).serve();
      await api.get('/api/plugins/a/greetings').expect(200, { text: 'objecttrue' });
    });
  }

  for (const ending of ['js', 'mjs']) {
    it(`in an ES module .${ending} runs`, async () => {
      const { api } = await install({
        'plugins/a/module.json': manifest('a'),
        [`plugins/a/resources/a.${ending}`]: saying('hello', '/plugins/a/greetings'),
      }).serve();
      await api.get('/api/plugins/a/greetings').expect(200, { text: 'hello' });
    });
  }

  it('of type commonjs may be written in .js', async () => {
    const { api } = await install({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/package.json': '{ "type": "commonjs" }',
      'plugins/a/resources/a.js': required(),
    }).serve();
    await api.get('/api/plugins/a/greetings').expect(200, { text: 'objecttrue' });
  });

  it('that was compiled to CommonJS runs', async () => {
    const compiled = (text: string) => `Object.defineProperty(exports, '__esModule', { value: true }); ${text}`;
    const { api } = await install({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/package.json': '{ "type": "commonjs" }',
      'plugins/a/resources/a.js': compiled(required().replace('module.exports', 'exports.default')),
      'plugins/a/services.cjs': compiled(`exports.default = { greeter: require('lectern').asValue({}) };`),
    }).serve();
    await api.get('/api/plugins/a/greetings').expect(200, { text: 'objecttrue' });
  });

  it('shares one kernel with plugins in other module formats', async () => {
    const hold = (kind: string) => `globalThis.kernels = { ...globalThis.kernels, ${kind}: Shape };`;
    const kernel = await install({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/resources/a.cjs': required(hold('required')),
      'plugins/b/module.json': manifest('b'),
      'plugins/b/services.js': `import { Shape } from 'lectern'; ${hold('imported')} export default {};`,
      'plugins/c/module.json': manifest('c'),
      'plugins/c/services.ts': `import { Shape } from 'lectern'; ${hold('typed')} export default {};`,
    }).boot();
    expect(kernel.failedPlugins).to.deep.equal([]);
    const { kernels } = globalThis as unknown as { kernels: Record<string, unknown> };
    const { Shape } = await import('lectern');
    expect(kernels).to.deep.equal({ required: Shape, imported: Shape, typed: Shape });
  });
});
