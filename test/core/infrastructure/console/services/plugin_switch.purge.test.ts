import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type supertest from 'supertest';
import { Installation, manifest } from '../../../../support/installation.ts';
import { fillFolder } from '../../../../support/migrated_folder.ts';
import { projectRoot, tokenOf } from '../../../../support/platform.ts';

const migration = `
export async function up(knex) {
  await knex.raw('create table ferry_boats (id bigint primary key, name text)');
}
export async function down(knex) {
  await knex.raw('drop table ferry_boats');
}
`;

describe('POST /console/plugin_purges', () => {
  let installation: Installation;
  let api: ReturnType<typeof supertest>;
  let headers: { 'X-Auth-Token': string };

  before(async () => {
    installation = new Installation({
      'plugins/ferry/module.json': manifest('ferry', { requires: { database: '*' } }),
      'plugins/ferry/migrations/001_ferry_boats.js': migration,
      'plugins/harbour/module.json': manifest('harbour'),
    });
    installation.link(join(projectRoot, 'core'), 'core');
    // The second start has to find the database of the first one.
    const DATA_DIR = join(installation.root, '.data');
    await fillFolder(DATA_DIR, { demo: true });
    const env = { DATA_DIR, NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'fatal', JWT_SECRET: 'x'.repeat(32) };
    const first = await installation.serve({ env, config: { demo: true } });
    await first.kernel.services.database.raw(`insert into ferry_boats values (1, 'Argo')`);
    const token = { 'X-Auth-Token': await tokenOf(first.kernel, 'admin') };
    const refused = await first.api.post('/api/console/plugin_purges').set(token).send({ plugin: 'ferry' }).expect(409);
    expect((refused.body as { error: { message: string } }).error.message).to.match(/^ferry is enabled\./);
    await first.kernel.stop();
    const served = await installation.serve({ env: { ...env, DISABLED_PLUGINS: 'ferry' }, config: { demo: true } });
    api = served.api;
    headers = { 'X-Auth-Token': await tokenOf(served.kernel, 'admin') };
  });
  after(() => installation.clear());

  const purge = (plugin: string) => api.post('/api/console/plugin_purges').set(headers).send({ plugin });

  it('exports and removes the tables of a disabled plugin, and records the purge', async () => {
    const { body } = await purge('ferry').expect(200);
    const { folder, ...purged } = body as { folder: string };
    expect(purged).to.deep.equal({ plugin: 'ferry', tables: [{ name: 'ferry_boats', rows: 1 }] });
    expect(folder).to.match(/^exports\/ferry-\d+T\d+Z$/);
    const whole = join(installation.root, folder);
    expect(readFileSync(join(whole, 'ferry_boats.jsonl'), 'utf8')).to.contain('Argo');
    expect(existsSync(join(whole, 'export.json'))).to.equal(true);
    const { body: log } = await api.get('/api/admin_logs').set(headers).expect(200);
    expect((log as { data: object[] }).data[0]).to.deep.include({ action: 'add', path: '/console/plugin_purges' });
  });

  it('refuses plugins without data and other names, without an export', async () => {
    for (const plugin of ['ferry', 'harbour', 'users', 'nothing', '../core']) await purge(plugin).expect(409);
    expect(readdirSync(join(installation.root, 'exports'))).to.have.length(1);
  });
});
