import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { manifest } from '../../../support/installation.ts';
import { installations, opening } from '../../kernel/boot/support.ts';

const link = `${opening} export default defineResource('/books', {
  overrides: true, add: { run: (_services, _call, original) => original() },
});`;

describe('lectern plan', () => {
  const install = installations();

  it('lists the sort keys that a plugin adds to a list of core', async () => {
    const names = `import { asValue, contributes, defineResource, extendShape, extensionPoint, field, input, listOf, shape } from 'lectern';`;
    const { root } = install({
      'core/shelf/module.json': manifest('shelf'),
      'core/shelf/shape.js': `${names} export const book = shape('Book').mode('public', { title: field.text('Title.') });`,
      'core/shelf/services.js': `${names}
        export default { point: extensionPoint('listKeys', { list: 'text', sorts: 'object?', input: 'object?', where: 'function?' }) };`,
      'core/shelf/resources/books.js': `${names} import { book } from '../shape.js';
        export default defineResource('/books', { search: { open: true, returns: [listOf(book), 'public'],
          accepts: { sort: input.sort(['title'], { list: 'books' }) }, run: () => [] } });`,
      'drops/reading/module.json': manifest('reading'),
      'drops/reading/services.js': `${names} import { book } from '../../core/shelf/shape.js';
        export default {
          votes: extendShape(book, 'public', () => ({ fields: { votes: field.int('Votes.') }, resolve: () => [] })),
          keys: contributes('listKeys', asValue({ list: 'books', sorts: { votes: { sql: '1', type: 'integer' } } })),
        };`,
    });
    const { out } = await runCommand(root, 'plan', 'drops/reading');
    expect(out).to.match(/ {2}GET \/api\/books: .*input\.sort also takes votes(;.*)?\n/);
  });

  it('lists the chains that get a link or an operation hook', async () => {
    const { root } = install({
      'core/shelf/module.json': manifest('shelf'),
      'core/shelf/resources/books.js': `${opening} export default defineResource('/books', {
        search: { open: true, returns: [raw], run: () => [] }, add: { open: true, returns: [raw], run: () => 1 } });`,
      'custom/module.json': manifest('custom'),
      'custom/resources/books.js': link,
      'drops/reading/module.json': manifest('reading', { mounts: ['/books'] }),
      'drops/reading/services.js': `${opening} export default { reading: contributes('operationHooks', asValue({
        address: '/books', operation: 'search', after() {} })) };`,
      'drops/reading/resources/books.js': link,
    });
    const { out } = await runCommand(root, 'plan', 'drops/reading');
    expect(out).to.include('Chains of overrides, with hooks in brackets:\n');
    expect(out).to.include('  POST /api/books: custom > reading > shelf (was custom > shelf)\n');
    expect(out).to.include('  GET /api/books: [reading] > shelf (was shelf)\n');
  });
});
