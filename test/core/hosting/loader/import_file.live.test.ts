import { expect } from 'chai';
import { live } from '../../../support/live.ts';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';

/** A resource in TypeScript that answers the value of an expression. */
const saying = (imports: string, expression: string): Files => ({
  'plugins/a/module.json': manifest('a'),
  'plugins/a/resources/words.ts': `${imports}
    import { open, resource, returns, raw, Shape } from 'lectern';
    @resource('/plugins/a/words')
    export default class Words {
      @open @returns(raw) async search() { return { word: await (${expression}), Shape: typeof Shape }; }
    }`,
});

describe('A file of a plugin that is read again', () => {
  const install = installations();

  it('gets edited CommonJS, JSON, JavaScript and TypeScript', async () => {
    const files = (word: string) => ({
      'plugins/a/w.js': `export { word } from './again.js';`,
      'plugins/a/again.js': `export const word = '${word}';`,
      'plugins/a/x.cjs': `exports.word = require('./inner.cjs').word + typeof require('lectern').Shape;`,
      'plugins/a/inner.cjs': `exports.word = '${word}';`,
      'plugins/a/y.json': `"${word}"`,
      'plugins/a/z.ts': `export const word: string = await Promise.resolve('${word}');`,
    });
    const imports = `import x from '../x.cjs'; import y from '../y.json' with { type: 'json' }; import { word } from '../w.js';`;
    const later = `import('../z.ts').then((z) => [word, x.word, y, z.word])`;
    const { api, edit } = await live(install({ ...saying(imports, later), ...files('old') }));
    await api
      .get('/api/plugins/a/words')
      .expect(200, { word: ['old', 'oldfunction', 'old', 'old'], Shape: 'function' });
    expect(await edit(files('new'))).to.equal(undefined);
    await api
      .get('/api/plugins/a/words')
      .expect(200, { word: ['new', 'newfunction', 'new', 'new'], Shape: 'function' });
  });

  it('has its plain path and source lines in the log', async () => {
    const x = (ending: string) => `\n\n\nexport function boom() {\n  throw new Error('boom ${ending}');\n}`;
    const boom = `import { boom as ts } from '../x.ts'; import { boom as js } from '../x.js';`;
    const files = { ...saying(boom, `js()`), 'plugins/a/x.ts': x('ts'), 'plugins/a/x.js': x('js') };
    const { api, edit, place } = await live(install(files));
    expect(await edit({})).to.equal(undefined);
    await api.get('/api/plugins/a/words').expect(500);
    expect(await edit(saying(boom, 'ts()'))).to.equal(undefined);
    await api.get('/api/plugins/a/words').expect(500);
    expect(place.logs.join(''))
      .to.match(/plugins\/a\/x\.js:5:/)
      .and.match(/plugins\/a\/x\.ts:5:/)
      .and.not.include('?reload');
  });

  it('that never finishes loading leaves the former kernel serving', async () => {
    const { api, edit } = await live(install(saying('', `'still'`)), { config: { importTimeout: 300 } });
    const endless = { 'plugins/a/services.js': 'export default await new Promise(() => {});' };
    expect(await edit(endless)).to.include('did not finish loading within 300 ms');
    await api.get('/api/plugins/a/words').expect(200);
  });
});
