import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations } from '../boot/support.ts';

const opening = `import { asValue, contributes, defineResource, extendShape, extensionPoint, field, input, listOf, shape } from 'lectern';`;

/** A list that accepts sort keys, and shows the input that its operation receives. */
const things: Files = {
  'core/things/module.json': manifest('things'),
  'core/things/shape.js': `${opening}
    export const thing = shape('Thing').mode('public', { got: field.text('The input.') });`,
  'core/things/services.js': `${opening}
    export default { point: extensionPoint('listKeys', { list: 'text', sorts: 'object?', input: 'object?', where: 'function?' }) };`,
  'core/things/resources/things.js': `${opening} import { thing } from '../shape.js';
    export default defineResource('/things', { search: {
      open: true, returns: [listOf(thing), 'public'],
      accepts: { q: input.optional(input.text()), sort: input.sort(['price'], { list: 'things' }) },
      run: (_, { input }) => [{ got: JSON.stringify(input) }],
    } });`,
};

function adding(name: string, keys: string, list = 'things'): Files {
  return {
    [`plugins/${name}/module.json`]: manifest(name),
    [`plugins/${name}/services.js`]: `${opening} import { thing } from '../../core/things/shape.js';
      export default {
        ${name}Field: extendShape(thing, 'public', () => ({
          fields: { ${name}: field.int('A number.') }, resolve: (all) => all.map(() => ({ ${name}: 1 })),
        })),
        ${name}Keys: contributes('listKeys', asValue({ list: '${list}', ${keys} })),
      };`,
  };
}

const sorts = (name: string) => `sorts: { ${name}: { sql: '1', type: 'integer' } },`;

describe('Added list keys', () => {
  const install = installations();
  const serve = (...plugins: Files[]) => install(Object.assign({}, things, ...plugins)).serve();

  it('reach the operation from two plugins', async () => {
    const where = `input: { min: input.optional(input.integer()) }, where() {},`;
    const { api } = await serve(adding('a', sorts('a')), adding('b', sorts('b') + where));
    const { body } = await api.get('/api/things?sort=-a,b,price&min=3&fields=got').expect(200);
    const names = ['a', 'b', 'price'].map((name) => ({ name, descending: name === 'a' }));
    expect(JSON.parse(body[0].got)).to.deep.equal({ sort: names, min: 3 });
    await api.get('/api/things?sort=c').expect(422);
  });

  for (const [what, problem, ...plugins] of [
    ['a sort key that the list has', 'adds the sort key "price", but the module things has that name', sorts('price')],
    [
      'a sort key that is no field of the list',
      'the sort key "depth", but no list answers a field of that name',
      sorts('depth'),
    ],
    [
      'a sort key of an unknown type',
      'the sort key "a" without a text "sql" or a known "type"',
      `sorts: { a: { sql: '1', type: 'int' } },`,
    ],
    ['a sort key with an invalid name', 'has the sort key "a|b"; use letters', `sorts: { 'a|b': {} },`],
    [
      'an input that the list has',
      'adds the input "q", but the module things has that name',
      'input: { q: input.text() }, where() {},',
    ],
    ['an input without the function `where`', 'has input, but no function "where"', 'input: { min: input.text() },'],
  ] as const) {
    it(`set their plugin aside for ${what}`, async () => {
      const price = what === 'a sort key that the list has' ? 'price' : 'a';
      const { kernel, api } = await serve(adding(price, plugins[0]));
      expect(kernel.failedPlugins.map(({ reason }) => reason).join()).to.include(problem);
      await api.get('/api/things').expect(200);
    });
  }

  it('are refused if an earlier plugin adds the same sort key', async () => {
    const { kernel } = await serve(adding('a', sorts('a')), adding('b', sorts('a')));
    expect(kernel.failedPlugins.map(({ reason }) => reason).join()).to.include(
      'but the module a has that name already',
    );
  });

  it('are refused for a list that accepts none', async () => {
    const { kernel } = await serve(adding('a', sorts('a'), 'articles'));
    expect(kernel.failedPlugins.map(({ reason }) => reason).join()).to.include(
      'names the unknown list "articles"; write one of things',
    );
  });
});
