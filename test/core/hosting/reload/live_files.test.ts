import { expect } from 'chai';
import { describe, it } from 'mocha';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';
import { live } from './support.ts';

/** A resource in TypeScript that answers the value of an expression. */
const saying = (imports: string, expression: string): Files => ({
  'plugins/a/module.json': manifest('a'),
  'plugins/a/resources/words.ts': `${imports}
    import { open, resource, returns, raw, use, Shape, type OpenCall } from 'lectern';
    @resource('/plugins/a/words')
    export default class Words {
      @open @returns(raw) async search(_call: OpenCall<object, object>) { return { word: await (${expression}), Shape: typeof Shape, use: typeof use }; }
    }`,
});

describe('A reloadable file of a plugin', () => {
  const install = installations();

  const kinds: Record<string, [imports: string, expression: string, more: Files, expected: unknown]> = {
    'TypeScript by its own name': [
      `import { a } from '../x.ts';`,
      'a',
      { 'plugins/a/x.ts': `export const a: string = 'ts';` },
      'ts',
    ],
    'TypeScript by the name of its compiled file': [
      `import { a } from '../x.js';`,
      'a',
      { 'plugins/a/x.ts': `export const a: string = 'ts';` },
      'ts',
    ],
    'an ES module': [`import a from '../x.mjs';`, 'a', { 'plugins/a/x.mjs': `export default 'mjs';` }, 'mjs'],
    CommonJS: [
      `import a, { b } from '../x.cjs';`,
      'a.b + b',
      { 'plugins/a/x.cjs': `const { Shape } = require('lectern'); exports.b = typeof Shape;` },
      'functionfunction',
    ],
    'CommonJS in a .js file': [
      `import a from '../x.js';`,
      'a.b',
      { 'plugins/a/x.js': `module.exports = { b: 'plain' };` },
      'plain',
    ],
    JSON: [
      `import a from '../x.json' with { type: 'json' };`,
      'a.b',
      { 'plugins/a/x.json': `{ "b": "json" }` },
      'json',
    ],
    'all exports of another file': [
      `import * as all from '../x.ts';`,
      'Object.keys(all).sort().join()',
      {
        'plugins/a/x.ts': `export * from './y.ts'; export const a = 1;`,
        'plugins/a/y.ts': 'export const b = 1, c = 2;',
      },
      'a,b,c',
    ],
    'a dynamic import in a request': [
      '',
      `import('../x.ts').then(({ a }) => a)`,
      { 'plugins/a/x.ts': `export const a = 'later';` },
      'later',
    ],
    'a module of Node': [`import { basename } from 'node:path';`, `basename('/a/b')`, {}, 'b'],
    'types only': [
      `import type { Nothing } from '../nowhere.ts'; export type { Other } from '../nowhere.ts';`,
      `'none' satisfies Nothing | string`,
      {},
      'none',
    ],
    'two files that import each other': [
      `import { a } from '../x.ts';`,
      'a()',
      {
        'plugins/a/x.ts': `import { b } from './y.ts'; export const a = () => b(); export const word = 'round';`,
        'plugins/a/y.ts': `import { word } from './x.ts'; export const b = () => word;`,
      },
      'round',
    ],
    'a file with a top-level await': [
      `import { a } from '../x.ts';`,
      'a',
      { 'plugins/a/x.ts': `export const a = await Promise.resolve('waited');` },
      'waited',
    ],
    'import.meta.url': ['', `import.meta.url.replace(/.*plugins/, '')`, {}, '/a/resources/words.ts'],
  };
  for (const [what, [imports, expression, more, expected]] of Object.entries(kinds)) {
    it(`may use ${what}`, async () => {
      const { api, edit } = await live(install({ ...saying(imports, expression), ...more }));
      for (const again of [false, true]) {
        if (again) expect(await edit({}, 'a')).to.equal(undefined);
        const { body } = await api.get('/api/plugins/a/words').expect(200);
        expect(body).to.deep.equal({ word: expected, Shape: 'function', use: 'function' });
      }
    });
  }

  it('gets edited CommonJS, JSON and TypeScript imports', async () => {
    const files = (word: string) => ({
      'plugins/a/x.cjs': `exports.word = '${word}';`,
      'plugins/a/y.json': `"${word}"`,
      'plugins/a/z.ts': `export const word: string = '${word}';`,
    });
    const imports = `import x from '../x.cjs'; import y from '../y.json' with { type: 'json' };`;
    const { api, edit } = await live(
      install({ ...saying(imports, `import('../z.ts').then(({ word }) => [x.word, y, word])`), ...files('old') }),
    );
    await edit(files('new'), 'a');
    const { body } = await api.get('/api/plugins/a/words').expect(200);
    expect(body.word).to.deep.equal(['new', 'new', 'new']);
  });

  it('may not import JSON without an import attribute', async () => {
    const place = install({ ...saying(`import a from '../x.json';`, 'a'), 'plugins/a/x.json': '{}' });
    const { kernel } = await live(place);
    expect(kernel.failedPlugins[0]?.reason).to.include('needs an import attribute of "type: json"');
  });

  it('is logged with its source lines when it throws', async () => {
    const thrown = `import { boom } from '../x.ts';`;
    const x = `interface Long {\n  readonly a: string;\n}\n\nexport function boom(long: Long): string {\n  throw new Error('boom ' + long.a);\n}`;
    const place = install({ ...saying(thrown, `boom({ a: 'x' })`), 'plugins/a/x.ts': x });
    const { api } = await live(place);
    await api.get('/api/plugins/a/words').expect(500);
    expect(place.logs.join('')).to.match(/plugins\/a\/x\.ts:6:/);
  });

  it('that never finishes loading leaves the previous version serving', async () => {
    const { api, edit } = await live(install({ ...saying('', `'still'`) }), { config: { importTimeout: 300 } });
    expect(await edit({ 'plugins/a/services.js': 'export default await new Promise(() => {});' }, 'a')).to.include(
      'did not finish loading within 300 ms',
    );
    await api.get('/api/plugins/a/words').expect(200);
  });
});
