import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { manifest, type Files, type Installation } from '../../../support/installation.ts';
import { makePlace, type Place } from '../../../support/place.ts';
import { projectRoot } from '../../../support/platform.ts';
import { greeter, installations, reasonOf } from './support.ts';

/** What keeps a plugin from starting, each with the file that is named and a word of the reason. */
const troubles: Record<string, { files: Files; manifest?: object; file: string; reason: RegExp }> = {
  'a migration that fails': {
    files: {
      'plugins/shop/migrations/001_goods.js': `
        export async function up(knex) { await knex.schema.createTable('shop_goods', (t) => t.increments()); throw new Error('half-way'); }
        export async function down() {}`,
    },
    file: 'plugins/shop/migrations/001_goods.js',
    reason: /half-way/,
  },
  'a value of the wrong type in the configuration': {
    files: { 'config/test.json': JSON.stringify({ modules: { shop: { limit: 'many' } } }) },
    manifest: { config: { properties: { limit: { type: 'integer', default: 1 } } } },
    file: 'modules.shop of the configuration',
    reason: /"limit" must be integer/,
  },
  'a service that does not start': {
    files: {
      'plugins/shop/services.js': `import { asValue } from 'lectern';
        export default { shopLife: asValue({ start() { throw new Error('no goods'); } }) };`,
    },
    file: 'plugins/shop/services.js',
    reason: /no goods/,
  },
};

describe('A plugin that cannot start', () => {
  const install = installations();
  let place: Place;
  beforeEach(async () => (place = await makePlace()));
  afterEach(() => place.clear());

  function start(files: Files, more: object = {}) {
    const installation = install({ ...greeter('plugins/calm'), ...greeter('plugins/shop', more), ...files });
    linkDatabase(installation);
    return installation.serve({ env: { ...place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' } });
  }

  function linkDatabase(installation: Installation) {
    mkdirSync(join(installation.root, 'core'), { recursive: true });
    installation.link(join(projectRoot, 'core/database'), 'core/database');
  }

  for (const [what, { files, manifest: more = {}, file, reason }] of Object.entries(troubles)) {
    it(`because of ${what} is set aside by its name, and the rest serves`, async () => {
      const { api } = await start(files, more);
      const { body } = await api.get('/readyz').expect(200);
      const [calm, shop] = body.plugins;
      expect(calm).to.deep.equal({ name: 'calm', state: 'running' });
      expect(shop).to.include({ name: 'shop', state: 'set aside' });
      expect(shop.reason).to.match(reason).and.include(file);
      const refused = await api.get('/api/plugins/shop/greetings').expect(503);
      expect(refused.headers['retry-after']).to.match(/^\d+$/);
      expect(refused.body.error).to.deep.equal({ code: 8, message: 'The plugin "shop" is out of service.' });
      await api.get('/api/plugins/calm/greetings').expect(200);
    });

    it(`because of ${what} stops the start where its manifest says so`, async () => {
      expect(await reasonOf(start(files, { ...more, onFailure: 'abort' })))
        .to.match(reason)
        .and.include(file);
    });
  }

  const shelf = (path: string, demo = '', table = path.replace('/', '_')): Files => ({
    ...greeter(path),
    [`${path}/migrations/001_shelf.js`]: `
      export const up = (knex) => knex.raw('create table ${table} (id int)');`,
    [`${path}/demo.cjs`]: `module.exports = async ({ database }) => { ${demo}; await database.raw('insert into ${table} values (1)'); };`,
  });
  // A file is imported once in a process, so that it looks by itself whether it is mended.
  const unlessMended = (work: string) => `if (!require('node:fs').existsSync(__dirname + '/mended')) ${work}`;
  const second = 'plugins/bad/migrations/002_second.cjs';
  const failing: Record<string, Files> = {
    migration: { [second]: `exports.up = async () => { ${unlessMended('throw new Error("no")')}; };` },
    'demo data': { ...shelf('plugins/bad', unlessMended('throw new Error("no")')) },
    'demo data that never ends': { ...shelf('plugins/bad', unlessMended('await new Promise(() => {})')) },
  };
  for (const [what, files] of Object.entries(failing)) {
    it(`because of its ${what} leaves the others their demo data, and gets its own once it is mended`, async () => {
      const installation = install({ ...shelf('core/books'), ...shelf('plugins/bad'), ...shelf('plugins/calm') });
      linkDatabase(installation.write(files));
      const env = { DATA_DIR: join(installation.root, '.data'), NODE_ENV: 'test', PORT: '0' };
      const started = async () => {
        const kernel = await installation.boot({
          env: { ...place.env, ...env },
          config: { demo: true, migrationTimeout: 500 },
        });
        await kernel.start();
        const { database } = kernel.services;
        const tables = ['core_books', 'plugins_calm', ...(kernel.setAside.length === 0 ? ['plugins_bad'] : [])];
        const rows = await Promise.all(tables.map(async (name) => (await database.table(name)).length));
        await kernel.stop();
        return { aside: kernel.setAside.map(({ module }) => module), rows };
      };
      expect(await started()).to.deep.equal({ aside: ['bad'], rows: [1, 1] });
      expect(await started()).to.deep.equal({ aside: ['bad'], rows: [1, 1] });
      installation.write({ 'plugins/bad/mended': '', 'plugins/bad/migrations/mended': '' });
      expect(await started()).to.deep.equal({ aside: [], rows: [1, 1, 1] });
    });
  }

  it('stays known by its name where its manifest cannot be read', async () => {
    const { api } = await start({ 'plugins/shop/module.json': manifest('store') });
    expect((await api.get('/readyz').expect(200)).body.plugins[1]).to.include({ name: 'shop', state: 'set aside' });
  });
});
