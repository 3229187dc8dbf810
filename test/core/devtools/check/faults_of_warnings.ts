import { adding, booksWith, manifestWith, type Change, type Fault } from './fault.ts';

/** Adds an entry to `examples.json`. */
const exampleOf =
  (group: string, name: string): Change =>
  (files) => {
    const examples = JSON.parse(files['examples.json'] ?? '{}') as object;
    return { 'examples.json': JSON.stringify({ ...examples, [group]: { [name]: {} } }) };
  };

/** Faults that are only warnings. */
export const warning: readonly Fault[] = [
  ...['schemas: Bok', 'parameters: ofset', 'contents: AddBook', 'requests: get_plugins'].map((entry) => {
    const [group = '', name = ''] = entry.split(': ');
    return {
      what: `an entry of examples.json with an unknown name, ${entry}`,
      check: 'documentation',
      plugin: 8,
      warns: true,
      changes: [exampleOf(group, name)],
      says: new RegExp(`^the OpenAPI document has no "${name}", which "${group}" names$`),
      file: 'examples.json',
    };
  }),
  {
    what: 'an import of a file of another module',
    check: 'packages',
    plugin: 8,
    warns: true,
    changes: [adding({ 'titles.js': "import type from '../../plugins/vip/titles.js';" })],
    says: /^it imports "\.\.\/\.\.\/plugins\/vip\/titles\.js", which is not in the folder of the plugin/,
    file: 'titles.js',
  },
  {
    what: 'a version range without an upper end',
    check: 'manifest',
    plugin: 8,
    warns: true,
    changes: [manifestWith('"lectern":"^0.1.0"', '"lectern":">=0.1.0"')],
    says: /"engines.lectern" is ">=0.1.0"/,
    file: 'module.json',
  },
  {
    what: 'an operation for signed-in callers without a response filter',
    check: 'filters',
    plugin: 8,
    warns: true,
    changes: [booksWith("accepts: { title }, returns: [book, 'public']", 'accepts: { title }, returns: [raw]')],
    says: /add at \/plugins\/shelf\/books has no response filter/,
    file: 'resources/books.js',
  },
  {
    what: 'a field that looks like a secret',
    check: 'filters',
    plugin: 8,
    warns: true,
    changes: [
      booksWith("field.text('Title.') }", "field.text('Title.'), passwordHash: field.optional(field.text('Hash.')) }"),
    ],
    says: /"passwordHash" .* looks like a secret/,
    file: 'resources/books.js',
    also: /^the field "data\.passwordHash" .* looks like a secret$/,
  },
];

/** Faults of a plugin with a table that are only warnings. */
export const warningOfTables: readonly Fault[] = [
  {
    what: 'a table without a declared place, and a place without a table',
    check: 'tables',
    warns: true,
    changes: [manifestWith('"shelf_notes":"local"', '"shelf_papers":"by user_id"')],
    says: /^"tables" does not say where the table "shelf_notes" lies/,
    file: 'module.json',
    also: /^"tables" names "shelf_papers", which no migration creates$/,
  },
];
