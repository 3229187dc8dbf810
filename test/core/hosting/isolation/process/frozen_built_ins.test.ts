import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { withFrozenBuiltIns } from '../../../../../core/hosting/isolation/process/frozen_built_ins.ts';
import { giving, greeter, installations, reasonOf } from '../../../kernel/boot/support.ts';

/** Code in a file of a plugin -> the built-in that it changes. */
const changes: Readonly<Record<string, string>> = {
  'Object.prototype.mine = 1;': 'Object.prototype.mine',
  'Array.prototype.last = () => 1;': 'Array.prototype.last',
  'Array.prototype.map = () => [];': 'Array.prototype.map',
  'Array.prototype[Symbol.iterator] = () => {};': 'Array.prototype[Symbol.iterator]',
  'JSON.stringify = () => "{}";': 'JSON.stringify',
  'globalThis.fetch = () => 1;': 'globalThis.fetch',
  'delete Promise.prototype.finally;': 'Promise.prototype.finally',
  'Promise.all = () => 1;': 'Promise.all',
  'Object.setPrototypeOf(Map.prototype, {});': 'the prototype of Map.prototype',
  'Object.defineProperty(Map.prototype, "size", { get: () => 7 });': 'Map.prototype.size',
};

const here = new URL('./', import.meta.url);

describe('Built-ins of JavaScript', () => {
  const install = installations();

  for (const [code, name] of Object.entries(changes)) {
    it(`are restored when a plugin changes ${name}, and the plugin is set aside`, async () => {
      const parts = giving('plugins/a', 'asked: asValue({})');
      const file = 'plugins/a/services.js';
      const { kernel, api } = await install({
        ...parts,
        [file]: `${parts[file] ?? ''}\n${code}`,
        ...greeter('plugins/b'),
      }).serve();
      expect(kernel.failedPlugins[0]?.reason).to.include(`plugins/a/services.js: it changes ${name}, which all code`);
      expect(kernel.failedPlugins[0]?.reason).to.match(
        /write a function of your own instead \(plugins\/a\/services\.js:\d+\)\.$/,
      );
      expect([[1].map(String), JSON.stringify([1]), typeof Promise.prototype.finally, new Map().size]).to.deep.equal([
        ['1'],
        '[1]',
        'function',
        0,
      ]);
      expect('last' in [] || 'mine' in {}).to.equal(false);
      await api.get('/api/plugins/b/greetings').expect(200, { text: 'b' });
    });
  }

  it('are restored when start() changes them', async () => {
    const life = 'life: asFunction(() => ({ start() { Array.prototype.last = 1; } }))';
    const { kernel } = await install(giving('plugins/a', life)).serve();
    expect(kernel.failedPlugins[0]?.reason).to.include('it changes Array.prototype.last');
    expect('last' in []).to.equal(false);
  });

  it('changed by a package give advice about the package', async () => {
    const { kernel } = await install({
      ...greeter('plugins/a'),
      'plugins/a/services.js': `import 'shortcuts'; export default {};`,
      'plugins/a/node_modules/shortcuts/package.json':
        '{ "name": "shortcuts", "type": "module", "exports": "./index.js" }',
      'plugins/a/node_modules/shortcuts/index.js': 'String.prototype.green = () => "";',
    }).serve();
    expect(kernel.failedPlugins[0]?.reason).to.equal(
      'plugins/a: it changes String.prototype.green, which all code of this process shares; write a function of your own instead, or leave out the package that does it.',
    );
  });

  it('are checked for each of two plugins that load in succession', async () => {
    const parts = giving('plugins/b', 'asked: asValue({})');
    const file = 'plugins/b/services.js';
    const changing = { ...parts, [file]: `${parts[file] ?? ''}\nArray.prototype.last = () => 1;` };
    const { kernel } = await install({ ...greeter('plugins/a'), ...changing }).serve();
    expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['b']);
  });

  it('is compared in full after a plugin has changed what the comparison uses', async () => {
    const module = (name: string) => ({ layer: 'plugins', name, folder: fileURLToPath(here) }) as const;
    const floor = () => Promise.resolve(void (Math.round = Math.floor));
    const nothing = () => (Array.prototype.filter = () => []);
    expect(await reasonOf(withFrozenBuiltIns(module('a'), '/', () => floor().then(nothing)))).to.include('Math.round');
    expect(await reasonOf(withFrozenBuiltIns(module('b'), '/', floor))).to.include('Math.round');
  });

  it('changed before a plugin loads are not attributed to this plugin', async () => {
    const module = (name: string) => ({ layer: 'plugins', name, folder: fileURLToPath(here) }) as const;
    const nothing = () => Promise.resolve();
    await withFrozenBuiltIns(module('a'), '/', nothing);
    await new Promise((resolve) => setImmediate(resolve));
    const added = Map.prototype as Map<unknown, unknown> & { late?: number };
    added.late = 1;
    try {
      await withFrozenBuiltIns(module('b'), '/', nothing);
    } finally {
      delete added.late;
    }
  });

  it('do not include global variables of plugins, which may change again', async () => {
    const module = { layer: 'plugins', name: 'a', folder: fileURLToPath(here) } as const;
    const globals = globalThis as { ourCount?: number };
    const count = () => Promise.resolve(void (globals.ourCount = (globals.ourCount ?? 0) + 1));
    const { fetch } = globalThis;
    try {
      await withFrozenBuiltIns(module, '/', count);
      await new Promise((resolve) => setImmediate(resolve));
      // The next comparison takes a new snapshot of a changed object.
      globalThis.fetch = (...given) => fetch(...given);
      await withFrozenBuiltIns(module, '/', count);
      expect(globals.ourCount).to.equal(2);
    } finally {
      globalThis.fetch = fetch;
      delete globals.ourCount;
    }
  });

  it('accept harmless additions', async () => {
    const harmless =
      'globalThis.ourOwn = 1; Symbol.ours = Symbol("ours"); void new Headers(); void Response; Error.stackTraceLimit = 50;';
    const { kernel } = await install({
      ...greeter('plugins/a'),
      'plugins/a/services.js': `${harmless} export default {};`,
    }).serve();
    expect(kernel.failedPlugins).to.deep.equal([]);
  });
});
