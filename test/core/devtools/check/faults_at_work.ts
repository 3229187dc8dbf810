import { manifest } from '../../../support/installation.ts';
import { adding, booksWith, failuresWith, labelsWith, manifestWith, servicesWith, type Fault } from './fault.ts';

/** Boxes whose ids neither demo data nor guesses contain, and their labels. */
const boxes = (
  labels: string,
  add = "open: true, accepts: { size: input.integer({ minimum: 1, description: 'Size.' }) }",
) =>
  adding({
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
    plugin: 4,
    changes: [servicesWith("in: 'header', name: 'X-Reader'", '')],
    says: /securitySchemes/,
    file: '',
  },
  {
    what: 'an authenticator that identifies every caller',
    check: 'strangers',
    plugin: 7,
    changes: [servicesWith("request.header('x-reader')", "'reader'")],
    says: /POST \/api\/plugins\/shelf\/books answers \d+ to an anonymous caller, who may not call it/,
    file: '',
    also: / to a caller with an? (unknown|wrong) .*token, who may not call it$/,
  },
  {
    what: 'an operation that throws for some ids',
    check: 'requests',
    plugin: 6,
    changes: [servicesWith('  get(id) {', "  get(id) { if (id === '5') null.title;")],
    says: /GET \/api\/plugins\/shelf\/books\/\{id\} as an anonymous caller \{"path":\["5"\]\S*\} answers 500: Cannot read properties of null .*services\.js:\d+/,
    file: 'resources/books.js',
    runs: 100,
  },
  {
    what: 'an operation that closes the connection',
    check: 'requests',
    changes: [
      booksWith(
        '({ shelfBooks }, { params }) => shelfBooks.get',
        '({ shelfBooks }, { params, request }) => (params.id === "5" ? request.message.socket.destroy() : shelfBooks).get',
      ),
    ],
    says: /GET \/api\/plugins\/shelf\/books\/\{id\} .* does not answer: socket hang up/,
    file: 'resources/books.js',
  },
  {
    what: 'a status that the OpenAPI document does not list',
    check: 'requests',
    plugin: 7,
    changes: [booksWith('fails: [failures.bookNotFound], ', ''), failuresWith('[10, 404,', '[70, 410,')],
    says: /answers 410, but the OpenAPI document does not list the status 410/,
    file: 'resources/books.js',
  },
  {
    what: 'an error below an object that only a request creates',
    check: 'requests',
    plugin: 6,
    changes: [boxes('return null.text;')],
    says: /GET \/api\/plugins\/shelf\/boxes\/\{boxId\}\/labels\/\{id\} .*"77\d+".* answers 500/,
    file: 'resources/labels.js',
    runs: 30,
  },
  {
    what: 'an unhandled rejection',
    check: 'requests',
    changes: [
      servicesWith(
        '  list({',
        "  list({ offset, limit }) { void Promise.reject(new Error('lost')); return this.page({ offset, limit }); }\n  page({",
      ),
    ],
    says: /a rejected promise was not handled: lost/,
    file: '',
  },
  {
    what: 'a failure whose message is no sentence',
    check: 'failures',
    plugin: 2,
    changes: [failuresWith('There is no such book.', 'no such book')],
    says: /"bookNotFound" says "no such book"/,
    file: 'resources/books.js',
  },
  {
    what: 'a database error in an answer',
    check: 'leaks',
    plugin: 4,
    changes: [failuresWith('There is no such book.', 'The relation "shelf_books" has no such row.')],
    says: /shows a database error/,
    file: 'resources/books.js',
  },
  {
    what: 'a path of the machine in an answer',
    check: 'leaks',
    plugin: 5,
    changes: [
      servicesWith(
        'throw failures.bookNotFound()',
        'throw failures.bookNotFound({ message: `There is no ${import.meta.dirname}.` })',
      ),
    ],
    says: /shows a path of this machine/,
    file: 'resources/books.js',
  },
  {
    what: 'a timer that is never cleared',
    check: 'stops',
    plugin: 3,
    changes: [
      servicesWith('constructor() {', 'constructor() { globalThis.leftByShelf = setInterval(() => {}, 60_000);'),
    ],
    says: /a timer that was opened here is still active/,
    file: 'services.js:6',
  },
  {
    what: 'a service whose stop() throws',
    check: 'stops',
    plugin: 1,
    changes: [servicesWith('  list({', "  stop() { throw new Error('not today'); }\n  list({")],
    says: /stop\(\) of Books failed: not today/,
    file: '',
  },
  {
    what: 'another plugin that does not start without the checked one',
    check: 'leaves',
    plugin: 5,
    changes: [
      manifestWith('{"name"', '{"offers":{"shelfBooks":"Reads books."},"name"'),
      adding({
        '../../plugins/lamp/module.json': manifest('lamp'),
        '../../plugins/lamp/services.js': `import { asFunction } from 'lectern';
        export default { lampLight: asFunction(({ shelfBooks }) => ({ books: shelfBooks })) };`,
      }),
    ],
    says: /plugins\/lamp\/services\.js: .*shelfBooks/,
    file: '',
  },
];

/** Operations that no request reaches. */
export const unreached: readonly Fault[] = [
  {
    what: 'two operations whose object no request can create',
    check: 'requests',
    plugin: 8,
    warns: true,
    changes: [
      boxes("return { id: '1', text: 'a' };", 'signedIn: true'),
      labelsWith(
        '  get: {',
        `  remove: { open: true, fails: [standardFailures.noSuchObject], returns: [label, 'public'], run: () => {
    throw standardFailures.noSuchObject();
  } },
  get: {`,
      ),
    ],
    says: /^GET, DELETE \S+labels\/\{id\} was not checked: no object at \/api\/plugins\/shelf\/boxes\/\{boxId\}\/labels exists/,
    file: 'resources/labels.js',
  },
];
