import { manifest, offering } from '../../../support/installation.ts';
import { adding, booksWith, manifestWith, servicesWith, type Change, type Fault } from './fault.ts';

/** A second plugin, which offers a service. */
export const lamp = (requires: object): Change =>
  adding({
    '../../plugins/lamp/module.json': manifest('lamp', { requires, ...offering('lampLight') }),
    '../../plugins/lamp/services.js':
      "import { asValue } from 'lectern';\nexport default { lampLight: asValue({ on: true }), lampWire: asValue({}) };",
  });

/** Faults in the declarations of the plugin. */
export const declared: readonly Fault[] = [
  {
    what: 'a malformed version',
    check: 'manifest',
    changes: [manifestWith('"1.0.0"', '"one"')],
    says: /"version" is "one"/,
    file: 'module.json',
  },
  {
    what: 'hosts and variables that "uses" does not name',
    check: 'uses',
    plugin: 30,
    changes: [
      manifestWith(
        '"1.0.0"',
        '"1.0.0","uses":{"extensionPoints":["authenticators"],"tables":{"readers":"read"},"open":["GET /plugins/shelf/books","GET /plugins/shelf/books/{id}"]}',
      ),
      servicesWith(
        'class Books {',
        "class Books {\n  ask() { return fetch('https://books.example.com/all', { headers: { key: process.env.BOOKS_KEY } }); }",
      ),
    ],
    says: /the module uses hosts "books.example.com", which "uses" does not name/,
    file: 'services.js',
    also: /uses environment "BOOKS_KEY", which "uses" does not name|names tables "readers" \(read\), which the module does not use/,
  },
  {
    what: 'a setting without a description',
    check: 'settings',
    plugin: 1,
    changes: [manifestWith('"description":"Characters of a title.",', '')],
    says: /"longest" has no description/,
    file: 'module.json',
  },
  {
    what: 'an unmarked secret',
    check: 'settings',
    plugin: 1,
    changes: [
      manifestWith('"longest":{', '"accessToken":{"description":"Of the library.","type":"string"},"longest":{'),
    ],
    says: /"accessToken" looks like a secret/,
    file: 'module.json',
  },
  {
    what: 'a dependency on express',
    check: 'packages',
    plugin: 1,
    changes: [adding({ 'package.json': '{ "type": "module", "dependencies": { "express": "5.0.0" } }' })],
    says: /depends on "express"/,
    file: 'package.json',
  },
  {
    what: 'a peer dependency that npm installs',
    check: 'packages',
    plugin: 2,
    changes: [adding({ 'package.json': '{ "type": "module", "peerDependencies": { "knex": "3" } }' })],
    says: /^npm installs the peer dependency "knex" once more/,
    file: 'package.json',
  },
  {
    what: 'a package that brings express as a peer dependency',
    check: 'packages',
    plugin: 3,
    changes: [
      adding({
        'package.json':
          '{ "type": "module", "peerDependenciesMeta": { "lectern": { "optional": true } }, "peerDependencies": { "lectern": "*" } }',
        'node_modules/@graph/http/package.json': '{ "name": "@graph/http", "peerDependencies": { "express": "5" } }',
        'node_modules/express/package.json': '{ "name": "express" }',
      }),
    ],
    says: /second copy of "express", which npm installs as a peer dependency of "@graph\/http"$/,
    file: 'node_modules/express',
  },
  {
    what: 'a package that depends on awilix',
    check: 'packages',
    plugin: 1,
    changes: [
      adding({
        'node_modules/jar/package.json': '{ "name": "jar", "dependencies": { "awilix": "1" } }',
        'node_modules/awilix/package.json': '{ "name": "awilix" }',
      }),
    ],
    says: /second copy of "awilix", which "jar" depends on$/,
    file: 'node_modules/awilix',
  },
  {
    what: 'a copy of the kernel',
    check: 'packages',
    plugin: 2,
    changes: [adding({ 'node_modules/lectern/package.json': '{ "name": "lectern" }' })],
    says: /second copy of "lectern"/,
    file: 'node_modules/lectern',
  },
  {
    what: 'a file that throws',
    check: 'starts',
    changes: [adding({ 'services.js': "throw new Error('nothing works today');" })],
    says: /nothing works today/,
    file: 'services.js',
  },
  {
    what: 'an internal service of another module',
    check: 'starts',
    changes: [lamp({}), servicesWith('constructor() {', "wire = use('lampWire');\n  constructor() {")],
    says: /"shelfBooks" asks for the service "lampWire", which is internal to the module "lamp"; use .*: "lampLight"/,
    file: 'services.js',
  },
  {
    what: 'a service of a module that the plugin does not require',
    check: 'requirements',
    plugin: 2,
    changes: [lamp({}), servicesWith('constructor() {', "light = use('lampLight');\n  constructor() {")],
    says: /"lampLight" of the module "lamp"/,
    file: 'module.json',
  },
  {
    what: 'a resource that uses a service of a module that is not required',
    check: 'requirements',
    plugin: 3,
    changes: [lamp({}), booksWith("uses: ['shelfBooks']", "uses: ['shelfBooks', 'lampLight']")],
    says: /"lampLight" of the module "lamp"/,
    file: 'module.json',
  },
  {
    what: 'an operation without declared access',
    check: 'access',
    plugin: 1,
    changes: [booksWith('signedIn: true, ', '')],
    says: /POST \/api\/plugins\/shelf\/books declares no access/,
    file: 'resources/books.js',
  },
  {
    what: 'a permission that no role carries',
    check: 'access',
    plugin: 2,
    changes: [
      manifestWith('"1.0.0"', '"1.0.0","roles":{"ROLE_ADMIN":["shelf_manage"]}'),
      booksWith('signedIn: true, ', "requires: 'shelf_mange', "),
    ],
    says: /\/api\/plugins\/shelf\/books requires the permission "shelf_mange", which no role carries/,
    file: 'resources/books.js',
  },
  {
    what: 'a permission in code that no role carries',
    check: 'access',
    plugin: 3,
    changes: [
      manifestWith('"1.0.0"', '"1.0.0","roles":{"ROLE_ADMIN":["shelf_manage"]}'),
      booksWith(
        'run: ({ shelfBooks }, { input }) => shelfBooks.add(input.title)',
        "run: ({ shelfBooks }, { input, user }) => shelfBooks.add(input.title, user.permissions.has('shelf_manag'))",
      ),
    ],
    says: /permissions\.has\("shelf_manag"\) asks for a permission that no role carries/,
    file: 'resources/books.js:10',
  },
  {
    what: 'an open operation without a response filter',
    check: 'filters',
    plugin: 1,
    changes: [booksWith("[pageOf(book), 'public']", '[raw]')],
    says: /search at \/plugins\/shelf\/books has no response filter and is open to anyone/,
    file: 'resources/books.js',
  },
  {
    what: 'a nested field without a description',
    check: 'filters',
    plugin: 2,
    changes: [
      booksWith(
        "field.text('Title.') }",
        "field.text('Title.'), author: field.optional(field.object({ name: field.text('') }, 'Who wrote it.')) }",
      ),
    ],
    says: /"author.name" in the answer of GET \/api\/plugins\/shelf\/books\/\{id\} has no description/,
    file: 'resources/books.js',
    also: /^the field "(data\.)?author\.name" .* has no description$/,
  },
  {
    what: 'input without a description',
    check: 'documentation',
    plugin: 2,
    changes: [booksWith(", description: 'Title.' }", ' }')],
    says: /POST \/api\/plugins\/shelf\/books does not say what "title" is/,
    file: 'resources/books.js',
  },
];
