import { manifest } from '../../../support/installation.ts';
import { booksWith, failuresWith, migrationWith, servicesWith, type Fault } from './fault.ts';

/** Boxes whose ids neither demo data nor guesses contain, and their labels. */
const boxes = (
  labels: string,
  add = "open: true, accepts: { size: input.integer({ minimum: 1, description: 'Size.' }) }",
) => ({
  'resources/boxes.js': `
import { defineResource, field, input, shape, standardFailures } from 'lectern';
const box = shape('Box').mode('public', { id: field.intString('Id.') });
const boxes = (globalThis.boxes ??= new Map());
export default defineResource('/plugins/shelf/boxes', {
  add: { ${add}, returns: [box, 'public'], run: () => {
    const id = String(77_001 + boxes.size);
    boxes.set(id, { id });
    return { id };
  } },
});`,
  'resources/labels.js': `
import { defineResource, field, shape, standardFailures } from 'lectern';
const boxes = (globalThis.boxes ??= new Map());
const label = shape('Label').mode('public', { id: field.text('Id.'), text: field.text('Text.') });
export default defineResource('/plugins/shelf/boxes/{boxId}/labels', {
  get: { open: true, fails: [standardFailures.noSuchObject], returns: [label, 'public'], run: (_, { params }) => {
    if (!boxes.has(params.boxId)) throw standardFailures.noSuchObject();
    ${labels}
  } },
});`,
});

/** Faults that show only at run time. */
export const atWork: readonly Fault[] = [
  {
    what: 'an invalid security scheme',
    check: 'openapi',
    files: servicesWith("in: 'header', name: 'X-Reader'", ''),
    says: /securitySchemes/,
    file: '',
  },
  {
    what: 'an authenticator that identifies every caller',
    check: 'strangers',
    files: servicesWith("request.header('x-reader')", "'reader'"),
    says: /POST \/api\/plugins\/shelf\/books answers \d+ to an anonymous caller, who may not call it/,
    file: '',
  },
  {
    what: 'an operation that throws for some ids',
    check: 'requests',
    files: servicesWith('  get(id) {', "  get(id) { if (id === '5') null.title;"),
    says: /GET \/api\/plugins\/shelf\/books\/\{id\} as an anonymous caller \{"path":\["5"\]\S*\} answers 500: Cannot read properties of null .*services\.js:\d+/,
    file: 'resources/books.js',
    runs: 100,
  },
  {
    what: 'an operation that closes the connection',
    check: 'requests',
    files: booksWith(
      '({ shelfBooks }, { params }) => shelfBooks.get',
      '({ shelfBooks }, { params, request }) => (params.id === "5" ? request.message.socket.destroy() : shelfBooks).get',
    ),
    says: /GET \/api\/plugins\/shelf\/books\/\{id\} .* does not answer: socket hang up/,
    file: 'resources/books.js',
  },
  {
    what: 'a status that the OpenAPI document does not list',
    check: 'requests',
    files: { ...booksWith('fails: [failures.bookNotFound], ', ''), ...failuresWith('[10, 404,', '[70, 410,') },
    says: /answers 410, but the OpenAPI document does not list the status 410/,
    file: 'resources/books.js',
  },
  {
    what: 'an error below an object that only a request creates',
    check: 'requests',
    files: boxes('return null.text;'),
    says: /GET \/api\/plugins\/shelf\/boxes\/\{boxId\}\/labels\/\{id\} .*"77\d+".* answers 500/,
    file: 'resources/labels.js',
    runs: 30,
  },
  {
    what: 'an unhandled rejection',
    check: 'requests',
    files: servicesWith(
      '  list({',
      "  list({ offset, limit }) { void Promise.reject(new Error('lost')); return this.page({ offset, limit }); }\n  page({",
    ),
    says: /a rejected promise was not handled: lost/,
    file: '',
  },
  {
    what: 'a failure whose message is no sentence',
    check: 'failures',
    files: failuresWith('There is no such book.', 'no such book'),
    says: /"bookNotFound" says "no such book"/,
    file: 'resources/books.js',
  },
  {
    what: 'a thrown message that is no sentence',
    check: 'failures',
    files: servicesWith('throw failures.bookNotFound()', "throw failures.bookNotFound({ message: 'gone' })"),
    says: /answers 404 with "gone"/,
    file: 'resources/books.js',
  },
  {
    what: 'a database error in an answer',
    check: 'leaks',
    files: failuresWith('There is no such book.', 'The relation "shelf_books" has no such row.'),
    says: /shows a database error/,
    file: 'resources/books.js',
  },
  {
    what: 'a path of the machine in an answer',
    check: 'leaks',
    files: servicesWith(
      'throw failures.bookNotFound()',
      'throw failures.bookNotFound({ message: `There is no ${import.meta.dirname}.` })',
    ),
    says: /shows a path of this machine/,
    file: 'resources/books.js',
  },
  {
    what: 'a timer that is never cleared',
    check: 'stops',
    files: servicesWith('constructor() {', 'constructor() { globalThis.leftByShelf = setInterval(() => {}, 60_000);'),
    says: /a timer that was opened here is still active/,
    file: 'services.js:5',
  },
  {
    what: 'a service whose stop() throws',
    check: 'stops',
    files: servicesWith('  list({', "  stop() { throw new Error('not today'); }\n  list({"),
    says: /stop\(\) of Books failed: not today/,
    file: '',
  },
  {
    what: 'another plugin that does not start without the checked one',
    check: 'leaves',
    files: {
      '../../plugins/lamp/module.json': manifest('lamp'),
      '../../plugins/lamp/services.js': `import { asFunction } from 'lectern';
        export default { lampLight: asFunction(({ shelfBooks }) => ({ books: shelfBooks })) };`,
    },
    says: /plugins\/lamp\/services\.js: .*shelfBooks/,
    file: '',
  },
];

/** Operations that no request reaches. */
export const unreached: readonly Fault[] = [
  {
    what: 'an operation whose object no request can create',
    check: 'requests',
    files: boxes("return { id: '1', text: 'a' };", 'signedIn: true'),
    says: /GET \S+labels\/\{id\} was not checked: no object at \/api\/plugins\/shelf\/boxes\/\{boxId\}\/labels exists/,
    file: 'resources/labels.js',
  },
];

/** Faults of a plugin with a table. */
export const ofTables: readonly Fault[] = [
  {
    what: 'a table without the name of its module',
    check: 'tables',
    files: migrationWith(
      'table shelf_notes',
      'table notes',
      'on shelf_notes',
      'on notes',
      'drop table shelf_notes',
      'drop table notes',
    ),
    says: /the table "notes" does not begin with the name of the module/,
    file: 'migrations',
  },
  {
    what: 'a change of a table of another module',
    check: 'tables',
    files: migrationWith(
      "await knex.raw('create index",
      "await knex.raw('alter table lectern_migrations add column shelf text');\n  await knex.raw('create index",
      "await knex.raw('drop",
      "await knex.raw('alter table lectern_migrations drop column shelf');\n  await knex.raw('drop",
    ),
    says: /a migration changes the column "shelf" of the table "lectern_migrations"/,
    file: 'migrations',
  },
  {
    what: 'a migration without down()',
    check: 'migrations',
    files: migrationWith('export async function down', 'async function down'),
    says: /exports no down/,
    file: 'migrations/001_notes.js',
  },
  {
    what: 'a migration whose down() leaves a table',
    check: 'migrations',
    files: migrationWith(
      "await knex.raw('create index",
      "await knex.raw('create table if not exists shelf_tags (id bigint)');\n  await knex.raw('create index",
    ),
    says: /after all migrations went down, the table "shelf_tags" exists/,
    file: 'migrations',
  },
  {
    what: 'a migration whose down() fails',
    check: 'migrations',
    files: migrationWith('drop table shelf_notes', 'drop table shelf_papers'),
    says: /table "shelf_papers" does not exist/,
    file: 'migrations',
  },
];

/** SQL that only PostgreSQL understands. */
export const ofOneEngine: readonly Fault[] = [
  {
    what: 'an index method that distributed engines lack',
    check: 'portability',
    files: migrationWith('on shelf_notes (text)', 'on shelf_notes using brin (text)'),
    says: /"create index shelf_notes_text .*" does not run everywhere \(index-methods\)/,
    file: 'migrations/001_notes.js',
  },
];
