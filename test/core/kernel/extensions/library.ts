import { manifest, type Files } from '../../../support/installation.ts';

const core = `import { asValue, choiceOf, choose, contributes, defineResource, extendShape, field, listOf, nested, pageOf, recordOf, shape } from 'lectern';`;
const shapes = `import { author, book } from '../shapes/book.js';`;

/** A module of core with books. Each address answers them through another kind of filter. */
export const library: Files = {
  'core/library/module.json': manifest('library'),
  'core/library/shapes/book.js': `${core}
    export const author = shape('Author').mode('simple', { id: field.intString('Id.') }).mode('full', { name: field.text('Name.') });
    export const book = shape('Book').mode('public', {
      id: field.intString('Id.'),
      title: field.text('Title.'),
      author: field.nullable(nested(author, 'simple', 'Author.')),
    });
    export const shelf = shape('Shelf').mode('public', {
      books: field.list(nested(book, 'public', 'A book.'), 'Books.'),
      first: field.optional(field.object({ book: nested(book, 'public', 'The first.') }, 'Its beginning.')),
    });`,
  'core/library/resources/books.js': `${core} ${shapes}
    export default defineResource('/books', {
      search: { open: true, returns: [pageOf(book), 'public'], run: () => ({ data: [1, 2, 3].map(bookOf), total: 3 }) },
      get: { open: true, returns: [book, 'public'], run: (_, { params }) => Promise.resolve(bookOf(params.id)) },
      add: { open: true, creates: true, returns: [book, 'public'], run: () => bookOf(9) },
    });
    const bookOf = (id) => Object.freeze({ id, title: 'Book ' + id, author: Number(id) === 2 ? null : { id: Number(id) * 10 }, price: 990 });`,
  ...answering('lists', `returns: [listOf(book), 'public'], run: () => [1, 2].map(bookOf)`),
  ...answering(
    'shelves',
    `returns: [shelf, 'public'], run: () => ({ books: [1, 2].map(bookOf), first: { book: bookOf(1) } })`,
  ),
  ...answering(
    'choices',
    `returns: [choiceOf('Choice', () => [chosen])], run: () => choose(book, 'public', bookOf(1))`,
  ),
  ...answering(
    'records',
    `returns: [recordOf(choiceOf('Choice', () => [chosen]))], run: () => ({ one: choose(book, 'public', bookOf(1)) })`,
  ),
  ...answering('authors', `returns: [author, 'full'], run: () => ({ id: 10, name: 'Ann' })`),
  ...answering('empty', `returns: [listOf(book), 'public'], run: () => []`),
};

function answering(name: string, rest: string): Files {
  const text = `${core} import { author, book, shelf } from '../shapes/book.js';
    const bookOf = (id) => ({ id, title: 'Book ' + id, author: null });
    const chosen = { shape: book, mode: 'public' };
    export default defineResource('/${name}', { search: { open: true, ${rest} } });`;
  return { [`core/library/resources/${name}.js`]: text };
}

/** A plugin that adds fields: `fields` is the source of the entries of its `services.js`. */
export function adding(name: string, fields: string, more: object = {}): Files {
  return {
    [`plugins/${name}/module.json`]: manifest(name, more),
    [`plugins/${name}/services.js`]: `${core} import { author, book } from '../../core/library/shapes/book.js'; export default { ${fields} };`,
  };
}

let entries = 0;

/** An entry that adds a field to books: the length of the title. `resolved` returns the calls of its resolver. */
export function counting(field: string, options = ''): string {
  return `${field}${++entries}: extendShape(book, 'public', () => ({ fields: { ${field}: field.int('Length of the title.') }, ${options}
    resolve: (books) => {
      (globalThis.resolved ??= []).push(['${field}', books.length]);
      return books.map(({ title }) => ({ ${field}: title.length }));
    },
  })),`;
}

/** Calls of the resolvers of `counting` since the last call: field and number of objects. */
export function resolved(): unknown[] {
  const place = globalThis as { resolved?: unknown[] };
  return (place.resolved ??= []).splice(0);
}
