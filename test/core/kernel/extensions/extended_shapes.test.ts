import { expect } from 'chai';
import type { Files } from '../../../support/installation.ts';
import { installations } from '../boot/support.ts';
import { adding, counting, library } from './library.ts';

describe('extendShape', () => {
  const install = installations();

  async function failuresWith(...plugins: Files[]): Promise<(string | undefined)[]> {
    const kernel = await install(Object.assign({}, library, ...plugins)).boot();
    return kernel.failedPlugins.map(({ module, reason }) => `${module}: ${reason}`);
  }
  const one = (field: string, mode = 'public') =>
    adding('faulty', `one: extendShape(book, '${mode}', () => ({ fields: ${field}, resolve: () => [] })),`);

  for (const [what, plugin, problem] of [
    [
      'whose field has the name of another field of the shape',
      one(`{ title: field.text('Title.') }`),
      'faulty: plugins/faulty/services.js: it adds the field "title" to Book, but Book has that name already; choose another name.',
    ],
    [
      'that extends a mode which the shape lacks',
      one(`{ more: field.text('More.') }`, 'full'),
      'The shape Book has no mode "full"; use one of public.',
    ],
    [
      'that adds something other than a field',
      one(`{ more: 'text' }`),
      'the field "more" that it adds to Book is no field',
    ],
    ['that adds a secret', one(`{ more: field.secret('More.') }`), 'the field "more" that it adds to Book is a secret'],
    [
      'that adds a nested secret',
      one(`{ more: field.list(field.object({ key: field.secret('Key.') }, 'Keys.'), 'More.') }`),
      'the field "more" that it adds to Book is a secret',
    ],
    [
      'that adds a field without a resolver',
      adding('faulty', `one: extendShape(book, 'public', () => ({ fields: { one: field.int('One.') }, })),`),
      'the contribution "one" to "addedFields" is invalid: "resolve" is missing; give a function.',
    ],
    [
      'that declares an unknown value of `onError`',
      adding(
        'faulty',
        `one: extendShape(book, 'public', () => ({ fields: { one: field.int('One.') }, resolve: () => [], onError: 'never' })),`,
      ),
      '"onError" of the fields added to Book is "never"; write "null" or "fail".',
    ],
  ] as const) {
    it(`sets aside a plugin ${what}`, async () => {
      const failures = await failuresWith(plugin, adding('sizes', counting('size')));
      expect(failures).to.have.length(1);
      expect(failures[0]).to.include(problem).and.to.include('plugins/faulty/services.js');
    });
  }

  it('adds fields below a shape that an answer nests in two modes', async () => {
    const pairs = `import { defineResource, field, nested, shape } from 'lectern';
      import { book } from '../shapes/book.js';
      const writer = shape('Writer').mode('short', { id: field.int('Id.') }).mode('long', { best: nested(book, 'public', 'A book.') });
      const pair = shape('Pair').mode('public', { one: nested(writer, 'short', 'One.'), other: nested(writer, 'long', 'Another.') });
      const other = { id: 2, best: { id: 1, title: 'Book 1', author: null } };
      export default defineResource('/pairs', { search: { open: true, returns: [pair, 'public'], run: () => ({ one: { id: 1 }, other }) } });`;
    const files = { ...library, ...adding('sizes', counting('size')), 'core/library/resources/pairs.js': pairs };
    const { api } = await install(files).serve();
    expect((await api.get('/api/pairs').expect(200)).body.other.best.size).to.equal(6);
  });

  it('sets aside the second of two plugins that add the same field, naming the first', async () => {
    const place = install({ ...library, ...adding('ample', counting('size')), ...adding('broad', counting('size')) });
    const { api, kernel } = await place.serve();
    expect(kernel.failedPlugins.map(({ module, reason }) => `${module}: ${reason}`)).to.deep.equal([
      'broad: plugins/broad/services.js: it adds the field "size" to Book, but the module ample has added that name already; choose another name.',
    ]);
    expect((await api.get('/api/books/2')).body.size).to.equal(6);
  });
});
