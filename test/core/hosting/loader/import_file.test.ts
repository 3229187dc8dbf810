import { AsyncLocalStorage } from 'node:async_hooks';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import {
  expectSetAside,
  type Mistakes,
  greeter,
  installations,
  opening,
  reasonOf,
  saying,
} from '../../kernel/boot/support.ts';

describe('A file of a plugin', () => {
  const install = installations();

  const parts = { 'plugins/a/parts/deep.ts': 'const a = 1;\nfoo(;\n' };
  const broken: Record<string, [file: string, text: string, message: RegExp]> = {
    'with a syntax error in TypeScript': [
      'resources/x.ts',
      'const a: number = 1;\n\nfoo(;\n',
      /^\S+: Unexpected ";" \(plugins\/a\/resources\/x\.ts:3:5\)$/,
    ],
    'with a syntax error in an ES module': [
      'resources/x.js',
      'export const a = 1;\n\nfoo(;\n',
      /^\S+: .* \(plugins\/a\/resources\/x\.js:3:5\)$/,
    ],
    'with a syntax error in CommonJS': [
      'resources/x.cjs',
      'const a = 1;\n\nfoo(;\n',
      /^\S+: .* \(plugins\/a\/resources\/x\.cjs:3\)$/,
    ],
    'that imports a file with a syntax error': [
      'resources/x.ts',
      `import '../parts/deep.ts'; export default 1;`,
      /^plugins\/a\/resources\/x\.ts: Unexpected ";" \(plugins\/a\/parts\/deep\.ts:2:5\)$/,
    ],
    'that throws': [
      'resources/x.ts',
      'const a: number = 1;\n\nthrow new Error("no" + a);',
      /^\S+: no1 \(plugins\/a\/resources\/x\.ts:3\)$/,
    ],
    'that throws something other than an Error': [
      'resources/x.js',
      'throw "no";',
      /: it throws no; throw an Error that says what is wrong\.$/,
    ],
    'that imports a package that is not installed': [
      'resources/x.js',
      `import 'lectern';\nimport 'nowhere/parts';`,
      /^plugins\/a\/resources\/x\.js: "nowhere" is not installed; run npm install --prefix plugins\/a nowhere, or correct the name \(plugins\/a\/resources\/x\.js:2\)$/,
    ],
    'that imports a name which lectern does not have': [
      'resources/x.js',
      `import { resourse } from 'lectern';`,
      /'resourse'; write "resource" \(plugins\/a\/resources\/x\.js:1\)$/,
    ],
    'that imports another entry of lectern': [
      'resources/x.ts',
      `import { Kernel } from 'lectern/kernel';\nexport default Kernel;`,
      /; import from "lectern" or "lectern\/core", in tests also from "lectern\/testing"$/,
    ],
    'that imports a file that does not exist': [
      'resources/x.js',
      `import './nowhere.js';`,
      /Cannot find module .*nowhere\.js' imported from .*; correct the path, its ending included$/,
    ],
    'that imports a file without its ending': [
      'resources/x.js',
      `import './x';`,
      /Cannot find module 'plugins\/a\/resources\/x' imported from .*; write "x\.js"$/,
    ],
    'that imports a file by a misspelt name': [
      'resources/x.ts',
      `import one from './y.ts';\nexport default one;`,
      /Cannot find module 'plugins\/a\/resources\/y\.ts' imported from .*; write "x\.ts"$/,
    ],
    'without a default export': [
      'resources/x.js',
      'export const a = 1;',
      /: there is no default export, only a; export default a class with @resource\(address\), or defineResource/,
    ],
    'that exports a class without @resource': [
      'resources/x.js',
      'export default class {}',
      /: the default export is a function or a class; export default a class with @resource/,
    ],
    'that exports nothing': ['resources/x.js', 'export {};', /: nothing is exported; export default a class with/],
    'that exports no object of services': [
      'services.js',
      'export default 1;',
      /: the default export is of the type number; export default an object of services: \{ name: Class/,
    ],
    'that exports a function instead of a registration': [
      'services.js',
      'export default { a: () => 1 };',
      /: "a" is no registration; write the class/,
    ],
    'that imports a name of an earlier version': [
      'services.js',
      "import { asClass } from 'lectern';\nexport default { a: asClass(class {}) };",
      /'asClass'; write the class itself, such as \{ levels: Levels \}/,
    ],
    'that imports a name which Records has replaced': [
      'services.js',
      "import { insertRow } from 'lectern/core';\nexport default { a: insertRow };",
      /'insertRow'; use add, change and remove of Records/,
    ],
    'that exports a value instead of a registration': [
      'services.js',
      'export default { a: { b: 1 } };',
      /: "a" is no registration; write the class/,
    ],
    'with a misspelled property of a resource': [
      'resources/x.js',
      `${opening} export default defineResource('/plugins/a/x', { serach: {} });`,
      /\/plugins\/a\/x: "serach" is none of .*search/,
    ],
    'with a misspelled property of an operation': [
      'resources/x.js',
      `${opening} export default defineResource('/plugins/a/x', { get: { require: 'admin', run() {} } });`,
      /\/plugins\/a\/x: get: "require" is none of .*requires/,
    ],
    'with an operation without `run`': [
      'resources/x.js',
      `${opening} export default defineResource('/plugins/a/x', { get: { returns: [raw] } });`,
      /get: "run" is no function; write run\(services, call\)/,
    ],
    'with an invalid filter': [
      'resources/x.js',
      `${opening} export default defineResource('/plugins/a/x', { get: { returns: greeting, run() {} } });`,
      /get: "returns" is no filter; write \[shape, 'mode'\]/,
    ],
  };
  it('with a mistake sets the plugin aside, and the reason names the file', async () => {
    const all = Object.entries(broken).map(([described, [file, text, message]]) => [
      described,
      [{ [`plugins/a/${file}`]: text, ...parts }, message],
    ]);
    await expectSetAside(install(), Object.fromEntries(all) as Mistakes);
  });

  it('that never finishes loading is given up after importTimeout', async () => {
    const place = install({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/resources/x.js': 'await new Promise(() => {});',
    });
    const kernel = await place.boot({ config: { importTimeout: 50 } });
    expect(kernel.failedPlugins[0]?.reason).to.match(
      /^plugins\/a\/resources\/x\.js: it did not finish loading within 50 ms; look for an/,
    );
  });

  const loops: Record<string, [file: string, text: string, line: number]> = {
    TypeScript: ['x.ts', 'interface A {\n  a: number;\n}\nconst one: A = { a: 1 };\nwhile (one.a) ;', 5],
    'an expression': ['x.cjs', '\n/^(a+)+$/.test("a".repeat(50) + "b");', 2],
  };
  for (const [described, [file, text, line]] of Object.entries(loops)) {
    it(`that blocks the event loop in ${described} is ended, and other plugins run`, async () => {
      const place = install({
        'plugins/a/module.json': manifest('a'),
        [`plugins/a/resources/${file}`]: text,
        ...greeter('plugins/b'),
      });
      // Enough for the other plugin to be read on a busy machine.
      const { kernel, api } = await place.serve({ config: { importTimeout: 500 } });
      expect(kernel.failedPlugins[0]?.reason).to.equal(
        `plugins/a/resources/${file}: it ran for 500 ms without an end; look for a loop that does not end, or raise importTimeout (plugins/a/resources/${file}:${line})`,
      );
      await api.get('/api/plugins/b/greetings').expect(200, { text: 'b' });
    });
  }

  it('that blocks the event loop is ended without losing the async context', async () => {
    const contexts = new AsyncLocalStorage<string>();
    await contexts.run('kept', async () => {
      const place = install({ 'plugins/a/module.json': manifest('a'), 'plugins/a/resources/x.js': 'for (;;);' });
      const { kernel } = await place.serve({ config: { importTimeout: 50 } });
      expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['a']);
      expect(contexts.getStore()).to.equal('kept');
    });
  });

  it('that throws stops the start in core and in custom', async () => {
    for (const folder of ['core/a', 'custom']) {
      const name = folder.replace('core/', '');
      const place = install({
        [`${folder}/module.json`]: manifest(name),
        [`${folder}/resources/x.js`]: 'throw new Error("no")',
      });
      expect(await reasonOf(place.boot())).to.match(new RegExp(`^${folder}/resources/x\\.js: no`));
    }
  });
});

describe('The loader with two files of the same name', () => {
  const install = installations();
  const both = (written: string, compiled: string) => ({
    'plugins/a/module.json': manifest('a'),
    [`plugins/a/resources/x.${written}`]: saying('written', '/plugins/a/greetings'),
    [`plugins/a/resources/x.${compiled}`]: saying('compiled', '/plugins/a/greetings'),
  });
  const age = (root: string, file: string) => {
    utimesSync(join(root, 'plugins/a/resources', file), new Date(2020, 1), new Date(2020, 1));
  };

  for (const [older, said] of [
    ['x.ts', 'compiled'],
    ['x.js', 'written'],
  ] as const) {
    it(`loads the ${said} file when ${older} is older`, async () => {
      const place = install(both('ts', 'js'));
      age(place.root, older);
      const { api } = await place.serve();
      await api.get('/api/plugins/a/greetings').expect(200, { text: said });
    });
  }

  it('sets the plugin aside when both are JavaScript', async () => {
    const kernel = await install(both('mjs', 'js')).boot();
    expect(kernel.failedPlugins[0]?.reason).to.match(
      /^plugins\/a\/resources\/x\.mjs: x\.js in this folder has the same name with another ending; keep one/,
    );
  });
});
