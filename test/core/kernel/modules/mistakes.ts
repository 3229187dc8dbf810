import { manifest, type Files } from '../../../support/installation.ts';
import { giving, greeter, opening, saying } from '../boot/support.ts';

/** A mistake in a plugin; docs/plugins/mistakes.md has its message under the same name. */
export interface Mistake {
  readonly files: Files;
  /** Symbolic links, path -> target. */
  readonly links?: Readonly<Record<string, string>>;
  /** Files of a first start, which succeeds. */
  readonly before?: Files;
  /** Needs tables. */
  readonly database?: true;
  /** The time limit that ends it. */
  readonly endless?: 'importTimeout' | 'startTimeout' | 'migrationTimeout';
  /** Path of the request after which the log has the message. */
  readonly asked?: string;
}

const plugin = (file: string, text: string, more: object = {}): Files => ({
  'plugins/shop/module.json': manifest('shop', more),
  [`plugins/shop/${file}`]: text,
});
const resource = (text: string): Mistake => ({ files: plugin('resources/goods.js', text) });
const running = (run: string): Mistake => ({
  files: plugin(
    'resources/goods.js',
    `${opening} export default defineResource('/plugins/shop/goods', { search: { open: true, returns: [raw], run: ${run} } });`,
  ),
  asked: '/api/plugins/shop/goods',
});
const page = (folder: string, properties: string): Files =>
  giving(folder, `${folder.slice(8)}Page: contributes('pages', asValue({ folder: 'pages', ${properties} }))`);
const withManifest = (text: string): Mistake => ({ files: { 'plugins/shop/module.json': text } });
const requiring = (requires: object): Mistake => ({ files: greeter('plugins/shop', { requires }) });
const shop = { requires: { database: '*' } };
const table = (name: string) => `export async function up(knex) { await knex.raw('create table ${name} (id int)'); }`;
const circle = (...names: string[]): Mistake => ({
  files: Object.assign(
    {},
    ...names.map((name, index) =>
      greeter(`plugins/${name}`, { requires: { [names[(index + 1) % names.length] ?? '']: '*' } }),
    ),
  ) as Files,
});

export const mistakes: Readonly<Record<string, Mistake>> = {
  'A syntax error': resource(`${opening}\nexport default defineResource('/plugins/shop/goods', {\n`),
  'A file that throws': resource(`\nthrow new Error('no stock');`),
  'A file that throws something other than an Error': resource('throw null;'),
  'An import that is not there': resource(`import { x } from '../services/gods.js';`),
  'An imported name that is misspelt': resource(`import { resourse } from 'lectern';`),
  'A top level that waits for ever': { ...resource('await new Promise(() => {});'), endless: 'importTimeout' },
  'A top level that runs for ever': { ...resource('const isOpen = true;\nwhile (isOpen) ;'), endless: 'importTimeout' },
  'A resource file without a resource': resource('export const goods = [];'),
  'A class without `@resource`': resource('export default class {}'),
  'Other code in `resources/`': resource('export default { goods: [] };'),
  'A `services` file without services': { files: plugin('services.js', 'export const services = {};') },
  'A service that is not registered': { files: giving('plugins/shop', 'goods: {}') },
  'A subscriber file without a subscriber': { files: plugin('subscribers/sold.js', 'export default () => {};') },
  'A migration without `up`': {
    files: plugin('migrations/001_goods.js', 'export const sql = 1;', shop),
    database: true,
  },
  'A filter that was forgotten': {
    files: plugin(
      'resources/goods.js',
      `${opening} export default defineResource('/plugins/shop/goods', { search: { open: true, run: () => [] } });`,
    ),
  },
  'No manifest': { files: { 'plugins/shop/resources/goods.js': saying('hello', '/plugins/shop/goods') } },
  'A manifest that is a link out of the plugin': {
    files: { 'plugins/shop/.keep': '', 'secret.json': '{}' },
    links: { 'plugins/shop/module.json': '../../secret.json' },
  },
  'A link without a target': {
    files: plugin('resources/.keep', ''),
    links: { 'plugins/shop/resources/goods.js': 'nowhere.js' },
  },
  'A manifest that is no JSON': withManifest('{\n  "name": "shop",\n  "version": "1.0.0"\n  "engines": {}\n}'),
  'An unknown key in the manifest': withManifest(manifest('shop', { require: {} })),
  'A name unlike its folder': withManifest(manifest('store')),
  'A kernel that is too old': withManifest(manifest('shop', { engines: { lectern: '^99.0.0' } })),
  'A requirement that is not there': requiring({ stock: '^2.0.0' }),
  'A requirement that is too old': {
    files: { ...requiring({ stock: '^2.0.0' }).files, ...greeter('plugins/stock', { version: '1.4.0' }) },
  },
  'Two plugins that require each other': circle('shop', 'stock'),
  'Three plugins that require each other': circle('shop', 'stock', 'suppliers'),
  'A setting that is wrong': {
    files: {
      ...greeter('plugins/shop', { config: { properties: { limit: { type: 'integer' } } } }),
      'config/default.json': '{ "modules": { "shop": { "limit": "many" } } }',
    },
  },
  'An address that belongs to others': resource(saying('hello', '/goods')),
  'Two plugins at one address': {
    files: {
      ...plugin('resources/goods.js', saying('shop', '/goods'), { mounts: ['/goods'] }),
      'plugins/depot/module.json': manifest('depot', { mounts: ['/goods'] }),
      'plugins/depot/resources/goods.js': saying('depot', '/goods'),
    },
  },
  'A service name that another plugin has taken': {
    files: { ...giving('plugins/shop', 'prices: asValue({})'), ...giving('plugins/depot', 'prices: asValue({})') },
  },
  'A service of another module that is internal': {
    files: { ...giving('plugins/shop', 'a: asFunction(({ key }) => key)'), ...giving('core/till', 'key: asValue({})') },
  },
  'A service name that belongs to the kernel': { files: giving('plugins/shop', 'clock: asValue({})') },
  'A service that is not there': {
    files: plugin(
      'resources/goods.js',
      `${opening} export default defineResource('/plugins/shop/goods', { uses: ['prizes'], search: { open: true, returns: [raw], run: () => [] } });`,
    ),
  },
  'A service whose constructor takes services': {
    files: giving('plugins/shop', 'goods: class Goods { constructor({ database }) {} }'),
  },
  'A service that cannot be built': {
    files: giving('plugins/shop', `goods: asFunction(() => { throw new Error('no stock'); })`),
  },
  'A service that cannot be read': { files: giving('plugins/shop', `get goods() { throw new Error('no stock'); }`) },
  'A contribution that does not fit': {
    files: giving('plugins/shop', `key: contributes('authenticators', asValue({ name: 'Key' }))`),
  },
  'A wrong initial value of a setting': {
    files: plugin(
      'services.js',
      `import { section, setting } from 'lectern/core';
       export default { shop: section('shop', { open: setting.bool('Open.', 'yes') }) };`,
    ),
  },
  'Two pages at one address': {
    files: { ...page('plugins/shop', "address: '/goods'"), ...page('plugins/depot', "address: '/goods'") },
  },
  'A page at an address of the kernel': { files: page('plugins/shop', "address: '/docs'") },
  'A security policy that allows injected code': {
    files: page('plugins/shop', `address: '/shop', contentSecurity: { 'script-src': ["'unsafe-eval'"] }`),
  },
  '`start()` that fails': {
    files: giving('plugins/shop', `goods: asFunction(() => ({ start() { throw new Error('no stock'); } }))`),
  },
  '`start()` that waits for ever': {
    files: giving('plugins/shop', `goods: asFunction(() => ({ start: () => new Promise(() => {}) }))`),
    endless: 'startTimeout',
  },
  '`start()` that runs for ever': {
    files: giving('plugins/shop', `goods: asFunction(() => ({ start() { for (;;); } }))`),
    endless: 'startTimeout',
  },
  '`ready()` that fails': {
    files: giving('plugins/shop', `goods: asFunction(() => ({ ready() { throw new Error('no stock'); } }))`),
  },
  '`ready()` that runs for ever': {
    files: giving('plugins/shop', `goods: asFunction(() => ({ ready() { for (;;); } }))`),
    endless: 'startTimeout',
  },
  'A migration that fails half-way': {
    files: plugin(
      'migrations/001_goods.js',
      `export async function up(knex) {
        await knex.raw('create table goods (id int)');
        await knex.raw('insert into godos values (1)');
      }`,
      shop,
    ),
    database: true,
  },
  'A migration that waits for ever': {
    files: plugin('migrations/001_goods.js', 'export const up = () => new Promise(() => {});', shop),
    database: true,
    endless: 'migrationTimeout',
  },
  'A migration that runs for ever': {
    files: plugin('migrations/001_goods.js', 'export async function up() {\n  for (;;);\n}', shop),
    database: true,
    endless: 'migrationTimeout',
  },
  'A migration that was edited after it was applied': {
    before: plugin('migrations/001_goods.js', table('goods'), shop),
    files: plugin('migrations/001_goods.js', table('more_goods'), shop),
    database: true,
  },
  'A migration that was applied and is gone': {
    before: plugin('migrations/001_goods.js', table('goods'), shop),
    files: plugin('migrations/.keep', '', shop),
    database: true,
  },
  'A result that is no JSON': running('() => ({ stock: 10n })'),
  'A result that contains itself': running('() => { const shelf = {}; shelf.self = shelf; return shelf; }'),
  'A result without a field of its filter': {
    files: plugin(
      'resources/goods.js',
      `${opening} export default defineResource('/plugins/shop/goods', { search: { open: true, returns: [greeting, 'public'], run: () => ({ name: 'chalk' }) } });`,
    ),
    asked: '/api/plugins/shop/goods',
  },
  'Answering twice': running(`(services, { reply }) => { reply.response.end('"chalk"'); return 'chalk'; }`),
  'Throwing what is no Error': running('() => { throw null; }'),
  'Changing a prototype': resource(
    `${saying('hello', '/plugins/shop/goods')}\nArray.prototype.last = function () { return this.at(-1); };`,
  ),
  'Changing a global function': resource(
    `${saying('hello', '/plugins/shop/goods')}\nglobalThis.fetch = async () => 'chalk';`,
  ),
  'A folder with an odd name': { files: greeter('plugins/my-shop') },
  'A hidden folder': { files: greeter('plugins/.shop') },
  'A loose file': { files: { 'plugins/goods.js': saying('hello', '/plugins/shop/goods') } },
  'A folder in `resources/`': {
    files: {
      ...greeter('plugins/shop'),
      'plugins/shop/resources/goods/list.js': saying('hello', '/plugins/shop/goods'),
    },
  },
  'Two files of one name': {
    files: {
      ...greeter('plugins/shop'),
      'plugins/shop/resources/greetings.mjs': saying('hello', '/plugins/shop/goods'),
    },
  },
  'A link out of `plugins/`': {
    files: { ...greeter('elsewhere/shop'), 'plugins/.keep': '' },
    links: { 'plugins/shop': '../elsewhere/shop' },
  },
  'A link out of the plugin': {
    files: { ...greeter('plugins/shop'), 'secrets.js': 'export default {};' },
    links: { 'plugins/shop/services.js': '../../secrets.js' },
  },
};
