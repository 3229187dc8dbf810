import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { Project, type Outcome } from '../../../support/project.ts';
import { saying } from '../../kernel/boot/support.ts';

/** Boots the compiled kernel, sends requests, and prints the answers. */
const program = `
  // From Node 22 on, this alone loads the client.
  import 'node:http';
  const client = () => process.moduleLoadList.filter((name) => name.includes('undici')).length;
  const own = client();
  const { createKernel } = await import('./dist/core/hosting/index.js');
  const { Shape } = await import('./dist/core/kernel/index.js');
  const kernel = await createKernel({ root: process.cwd(), config: { log: { level: 'silent' } } });
  const url = await kernel.listen();
  const loaded = client() - own;
  const ask = async (path) => (await fetch(url + '/api/plugins/' + path)).json();
  const answers = {};
  for (const path of ['built/greetings', 'typed/greetings', 'script/greetings', 'common/greetings', 'late/greetings']) answers[path] = await ask(path);
  const { overridden, file } = kernel.routes.find(({ address, operation }) => address === '/words' && operation === 'search');
  const core = await import('./dist/core/words/resources/words.js');
  const [, words, place] = new core.default().search();
  console.log(JSON.stringify({
    aside: kernel.failedPlugins, loaded, words, place, answers, file, overridden: overridden.map((one) => one.file),
    extendsRunningClass: Object.getPrototypeOf(globalThis.override) === core.default,
    sameKernel: globalThis.shapes.map((one) => one === Shape),
  }));
  await kernel.stop();
`;

/** Boots the compiled kernel without and with a module that needs loader hooks; prints answers and number of hooks. */
const plainProgram = `
  import module, { syncBuiltinESMExports } from 'node:module';
  let hooks = 0;
  for (const name of ['register', 'registerHooks']) {
    const original = module[name];
    if (original) module[name] = (...given) => { hooks++; return original(...given); };
  }
  syncBuiltinESMExports();
  const { createKernel } = await import('./dist/core/hosting/index.js');
  const { Shape } = await import('./dist/core/kernel/index.js');
  const boot = async (disabled) => {
    const kernel = await createKernel({ root: process.cwd(), config: { log: { level: 'silent' }, plugins: { disabled } } });
    const url = await kernel.listen();
    const ask = async (path) => (await fetch(url + '/api/plugins/' + path + '/greetings')).json();
    const answers = {};
    for (const name of ['built', 'script', 'late', 'inner']) answers[name] = (await ask(name)).text;
    await kernel.stop();
    return { aside: kernel.failedPlugins, answers, hooks };
  };
  const plain = await boot(['inner']);
  console.log(JSON.stringify({ plain, all: await boot([]), sameKernel: globalThis.shapes.map((one) => one === Shape) }));
`;

/** Boots the compiled kernel with one compiled plugin, and prints the logged stack of a broken operation hook. */
const brokenProgram = `
  const { createKernel } = await import('./dist/core/hosting/index.js');
  const lines = [];
  const config = { log: { level: 'error' }, plugins: { disabled: ['script', 'late', 'inner'] } };
  const kernel = await createKernel({ root: process.cwd(), config, logTo: { write: (line) => lines.push(line) } });
  const url = await kernel.listen();
  const { status } = await fetch(url + '/api/plugins/built/greetings?broken=1');
  await kernel.stop();
  console.log(JSON.stringify({ status, stack: JSON.parse(lines[0]).err.stack }));
`;

const brokenHook = `
import { asValue, contributes } from 'lectern';

/** The compiler removes these lines. */
interface Query {
  readonly broken?: string;
}

const hook = {
  operation: 'search',
  address: '/plugins/built/greetings',
  before({ request }: { request: { query: Query } }): void {
    if (request.query.broken) throw new Error('broken');
  },
} as const;
export default { builtHook: contributes('operationHooks', asValue(hook)) };
`;

const typed = (name: string, where: string) => `
  import { field, open, resource, returns, shape, Shape } from 'lectern';
  import * as core from 'lectern/core';
  (globalThis as never as { shapes: unknown[] }).shapes = [...((globalThis as never as { shapes?: unknown[] }).shapes ?? []), Shape];
  const greeting = shape('Greeting').mode('public', { text: field.text('What is said.') });

  @resource('/plugins/${name}/greetings')
  export default class Greetings {
    @open @returns(greeting, 'public')
    search() { return { text: '${where} ' + (import.meta.url.includes('/dist/') ? 'dist ' : 'source ') + typeof core }; }
  }`;

interface Seen {
  readonly aside: unknown[];
  readonly words: string;
  readonly place: string;
  readonly loaded: number;
  readonly answers: Readonly<Record<string, { text: string }>>;
  readonly file: string;
  readonly overridden: readonly string[];
  readonly extendsRunningClass: boolean;
  readonly sameKernel: readonly boolean[];
}

interface PlainBoot {
  readonly aside: unknown[];
  readonly answers: Readonly<Record<string, string | undefined>>;
  readonly hooks: number;
}

interface PlainSeen {
  readonly plain: PlainBoot;
  readonly all: PlainBoot;
  readonly sameKernel: readonly boolean[];
}

describe('The compiled kernel', function () {
  this.timeout(180_000);
  let project: Project;
  let outcome: Outcome;
  let seen: Seen;

  before(() => {
    project = new Project({
      'core/words/module.json': manifest('words'),
      'core/words/resources/words.ts': `
        import { open, raw, resource, returns } from 'lectern';
        @resource('/words')
        export default class Words {
          @open @returns(raw)
          search(): unknown { return ['core', 'import.meta.url navigator', import.meta.url]; }
        }`,
      'plugins/built/module.json': manifest('built'),
      'plugins/built/resources/greetings.ts': typed('built', 'built'),
      'plugins/built/services.ts': brokenHook,
      'plugins/common/package.json': '{ "type": "commonjs" }',
      'plugins/common/module.json': manifest('common'),
      'plugins/common/resources/greetings.ts': typed('common', 'common'),
      'run.mjs': program,
    });
    project.build();
    // These modules are added after the build.
    project.write({
      'plugins/typed/module.json': manifest('typed'),
      'plugins/typed/resources/greetings.ts': typed('typed', 'typed'),
      'plugins/script/module.json': manifest('script'),
      'plugins/script/resources/greetings.js': `import { Shape } from 'lectern'; globalThis.shapes.push(Shape);
        ${saying('script', '/plugins/script/greetings')}`,
      'plugins/late/module.json': manifest('late'),
      'plugins/late/resources/greetings.cjs': `
        const { defineResource, field, shape, Shape } = require('lectern');
        const greeting = shape('Greeting').mode('public', { text: field.text('What is said.') });
        globalThis.shapes = [...(globalThis.shapes ?? []), Shape];
        module.exports = defineResource('/plugins/late/greetings', {
          search: { open: true, returns: [greeting, 'public'], run: () => ({ text: 'required' }) },
        });`,
      'custom/module.json': manifest('custom'),
      'custom/resources/words.ts': `
        import { resource } from 'lectern';
        import Original from '../../core/words/resources/words.ts';
        @resource('/words')
        export default class CustomWords extends Original {
          override search() { return super.search(); }
        }
        Object.assign(globalThis, { override: CustomWords });`,
    });
    outcome = project.node('run.mjs');
    expect(outcome.status, outcome.stderr).to.equal(0);
    seen = JSON.parse(outcome.stdout) as Seen;
  });
  after(() => project.clear());

  it('has no failed plugins', () => {
    expect(seen.aside).to.deep.equal([]);
  });

  it('keeps texts that look like code, and gives compiled files their import.meta.url', () => {
    expect(seen.words).to.equal('import.meta.url navigator');
    expect(seen.place).to.match(/\/dist\/core\/words\/resources\/words\.js$/);
  });

  it('does not load the HTTP client of Node', () => {
    expect(seen.loaded).to.equal(0);
  });

  it('loads compiled files, and sources of plugins that were added later', () => {
    expect(seen.answers['built/greetings']).to.deep.equal({ text: 'built dist object' });
    expect(seen.answers['typed/greetings']).to.deep.equal({ text: 'typed source object' });
    expect(seen.answers['script/greetings']).to.deep.equal({ text: 'script' });
    expect(seen.answers['late/greetings']).to.deep.equal({ text: 'required' });
  });

  it('loads a plugin of type commonjs from its source', () => {
    expect(seen.answers['common/greetings']).to.deep.equal({ text: 'common source object' });
  });

  it('gives all plugins the same module "lectern"', () => {
    expect(seen.sameKernel).to.deep.equal([true, true, true, true, true]);
  });

  it('gives an override the class of core that is running', () => {
    expect(seen.extendsRunningClass).to.equal(true);
    expect(seen.file).to.equal('custom/resources/words.ts');
    expect(seen.overridden).to.deep.equal(['core/words/resources/words.ts']);
  });

  it('loads plain JavaScript without loader hooks, unless a folder is another package', () => {
    for (const folder of ['custom', 'plugins/typed', 'plugins/common'])
      rmSync(join(project.root, folder), { recursive: true });
    project.write({
      'plugins/inner/module.json': manifest('inner'),
      'plugins/inner/deeper/package.json': '{ "name": "deeper", "type": "module" }',
      'plugins/inner/deeper/kernel.js': `export { Shape } from 'lectern';`,
      'plugins/inner/resources/greetings.js': `import { Shape } from '../deeper/kernel.js'; globalThis.shapes.push(Shape);
        ${saying('inner', '/plugins/inner/greetings')}`,
      'plain.mjs': plainProgram,
    });
    const { stdout, stderr, status } = project.node('plain.mjs');
    expect(status, stderr).to.equal(0);
    const { plain, all, sameKernel } = JSON.parse(stdout) as PlainSeen;
    const answers = { built: 'built dist object', script: 'script', late: 'required' };
    expect(plain).to.deep.equal({ aside: [], answers, hooks: 0 });
    expect(all).to.deep.equal({ aside: [], answers: { ...answers, inner: 'inner' }, hooks: 1 });
    expect(sameKernel).to.deep.equal([true, true, true, true]);
  });

  it('logs source lines of a compiled plugin', () => {
    project.write({ 'broken.mjs': brokenProgram });
    const { stdout, stderr, status } = project.node('broken.mjs');
    expect(status, stderr).to.equal(0);
    const seen = JSON.parse(stdout) as { readonly status: number; readonly stack: string };
    expect(seen.status).to.equal(500);
    expect(seen.stack).to.match(/at \S+ \(\S*\/plugins\/built\/services\.ts:13:\d+\)/);
    expect(seen.stack).to.not.include('/dist/plugins/');
  });
});
