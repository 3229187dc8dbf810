import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { manifest, type Files } from '../../../support/installation.ts';
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
    mkdirSync(join(installation.root, 'core'));
    installation.link(join(projectRoot, 'core/database'), 'core/database');
    return installation.serve({ env: { ...place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' } });
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

  it('stays known by its name where its manifest cannot be read', async () => {
    const { api } = await start({ 'plugins/shop/module.json': manifest('store') });
    expect((await api.get('/readyz').expect(200)).body.plugins[1]).to.include({ name: 'shop', state: 'set aside' });
  });
});
