import { manifest, offering, type Files } from '../../../support/installation.ts';

const shape = (name: string, fields: string) => `
import { accepts, field, input, open, requires, resource, returns, shape } from 'lectern';
export const ${name} = shape('${name}').mode('public', { ${fields} });`;

export const table = (name: string) => `
export const up = (knex) => knex.raw('create table ${name} (id bigint primary key, text text not null)');
export const down = (knex) => knex.raw('drop table ${name}');
`;

export const notes = (fields: string, more = '') => `${shape('Note', fields)}
@resource('/plugins/notes/notes')
export default class Notes {
  @open @returns(Note, 'public')
  search() { return { text: 'a', mark: 'b' }; }
  ${more}
}`;

export const notesServices = `import { asValue, extendShape, field } from 'lectern';
import { Book } from '../../core/shelf/resources/books.ts';
export default {
  noteList: asValue({}),
  noteCount: extendShape(Book, 'public', () => ({ fields: { notes: field.int('Notes.') }, resolve: (books) => books.map(() => ({ notes: 1 })) })),
};`;

export const installed: Files = {
  'core/shelf/module.json': manifest('shelf', {
    requires: { database: '*' },
    roles: { ROLE_USER: ['read_books'] },
    ...offering('shelf'),
  }),
  'core/shelf/services.ts': `import { asValue } from 'lectern';
export default { shelf: asValue({ name: 'shelf' }) };`,
  'core/shelf/migrations/001_shelf.js': table('shelf_books'),
  'core/shelf/resources/books.ts': `${shape('Book', "title: field.text('Title.'), place: field.text('Place.')")}
@resource('/books')
export default class Books {
  @returns(Book, 'public')
  search() { return { title: 'a', place: 'b' }; }

  @accepts({ title: input.text() }) @returns(Book, 'public')
  add() { return { title: 'a', place: 'b' }; }
}`,
  'plugins/notes/module.json': manifest('notes', { requires: { database: '*' } }),
  'plugins/notes/services.ts': notesServices,
  'plugins/notes/migrations/001_notes.js': table('notes'),
  'plugins/notes/migrations/002_marks.js': table('note_marks'),
  'plugins/notes/resources/notes.ts': notes(
    "text: field.text('Text.'), mark: field.text('Mark.')",
    "@open @returns(Note, 'public') get() { return { text: 'a', mark: 'b' }; }",
  ),
};

/** A plugin that adds something of every kind, and breaks nothing. */
export const quiet: Files = {
  'drops/poems/module.json': manifest('poems', {
    requires: { shelf: '*', settings: '*' },
    roles: { ROLE_USER: ['write_poems'], ROLE_POET: [] },
    config: {
      properties: {
        longest: { type: 'integer', default: 5, description: 'Lines.' },
        key: { type: 'string', secret: true, env: 'POEMS_KEY', default: 'not-to-be-shown' },
      },
    },
  }),
  'drops/poems/services.ts': `import { asValue, contributes, decorates } from 'lectern';
import { section, setting } from 'lectern/core';
const poemSection = section('poems', { rhymed: setting.bool('Whether they rhyme.', true) });
export default { poems: asValue({}), poemSection: contributes('settingsSections', asValue(poemSection)), shelf: decorates((previous) => previous), errorConversion: decorates((previous) => previous), poemJob: contributes('jobs', asValue({ name: 'poems.job', everySeconds: 60, run: async () => {} })) };`,
  'drops/poems/commands/poems_print.js': 'export default function () {}',
  'drops/poems/migrations/001_poems.js': `
export const up = (knex) => knex.raw('create table poems (id bigint primary key, shelf bigint)').then(() => knex.raw('alter table shelf_books add column poems integer'));
export const down = (knex) => knex.raw('drop table poems');
`,
  'drops/poems/subscribers/read.js': `import { subscribe } from 'lectern';
export default subscribe('book.read', () => () => {}, { where: { kind: 'poem' }, transactional: false });`,
  'drops/poems/resources/poems.ts': `${shape('Poem', "text: field.text('Text.')")}
@resource('/plugins/poems/poems')
export default class Poems {
  @open @returns(Poem, 'public')
  search() { return { text: 'a' }; }

  @requires('praise_poems') @returns(Poem, 'public')
  get() { return { text: 'a' }; }
}`,
};

/** A plugin that overrides a route of core, opens it and takes a field from it. */
export const loud: Files = {
  'drops/loud/module.json': manifest('loud', { mounts: ['/books'] }),
  'drops/loud/resources/books.ts': `${shape('Book', "title: field.text('Title.')")}
@resource('/books', { overrides: true })
export default class LoudBooks {
  @open({ weaker: true }) @returns(Book, 'public')
  search() { return { title: 'a' }; }
}`,
};
