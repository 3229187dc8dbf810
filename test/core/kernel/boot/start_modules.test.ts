import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Files, Installation } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';
import { greeter, installations, reasonOf } from './support.ts';

const failingMigration = {
  'plugins/shop/migrations/001_goods.js': `
      export async function up(knex) { await knex.schema.createTable('shop_goods', (t) => t.increments()); throw new Error('half-way'); }
      export async function down() {}`,
};

describe('Migrations and demo data of plugins', () => {
  const install = installations();

  it('stop the start with onFailure "abort" if a migration fails', async () => {
    const installation = linkDatabase(
      install({ ...greeter('plugins/shop', { onFailure: 'abort' }), ...failingMigration }),
    );
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info', DATA_DIR: 'memory' };
    expect(await reasonOf(installation.serve({ env })))
      .to.match(/half-way/)
      .and.include('plugins/shop/migrations/001_goods.js');
  });

  it('are refused if no module runs them', async () => {
    const up = () => Promise.resolve();
    const served = install({}).serve({ modules: [{ name: 'notes', migrations: { '001_notes': { up } } }] });
    expect(await reasonOf(served)).to.equal(
      'module notes of createKernel, migration 001_notes: no module runs migrations; add "database" to "requires".',
    );
  });

  it('do not affect demo data of others, and get their own once fixed', async () => {
    const bad = ['bad_migration', 'bad_demo', 'bad_waiting'];
    const installation = linkDatabase(
      install({
        ...shelf('core/books'),
        ...shelf('plugins/calm'),
        ...shelf('plugins/bad_migration'),
        [`plugins/bad_migration/migrations/002_second.cjs`]: `exports.up = async (knex) => {
          await knex.raw('insert into plugins_bad_migration values (2)'); ${unlessMended('throw new Error("half-way")')} };`,
        ...shelf('plugins/bad_demo', unlessMended('throw new Error("no demo")')),
        ...shelf('plugins/bad_waiting', unlessMended('await new Promise(() => {})')),
      }),
    );
    const env = { DATA_DIR: join(installation.root, '.data'), NODE_ENV: 'test', PORT: '0' };
    const start = () => installation.serve({ env, config: { demo: true, migrationTimeout: 1_000 } });
    const rowsOf = ({ services }: Awaited<ReturnType<typeof start>>['kernel'], names: readonly string[]) =>
      Promise.all(names.map(async (name) => (await services.database.table(name)).length));

    const { kernel, api } = await start();
    const reasons = { bad_migration: /half-way/, bad_demo: /no demo/, bad_waiting: /did not end within/ };
    expect(kernel.failedPlugins.map(({ module }) => module)).to.have.members(bad);
    for (const [name, reason] of Object.entries(reasons)) {
      expect(kernel.failedPlugins.find(({ module }) => module === name)?.reason)
        .to.match(reason)
        .and.include(`plugins/${name}/`);
      await api.get(`/api/plugins/${name}/greetings`).expect(503);
    }
    await api.get('/api/plugins/calm/greetings').expect(200);
    expect(kernel.failedPlugins.find(({ module }) => module === 'bad_demo')?.reason).to.match(
      /^plugins\/bad_demo\/demo\.\w+: The demo data of module 'bad_demo' failed and was rolled back: no demo\b/,
    );
    expect(await rowsOf(kernel, ['core_books', 'plugins_calm'])).to.deep.equal([1, 1]);
    await kernel.stop();

    const marks = bad.flatMap((name) => [`plugins/${name}/fixed`, `plugins/${name}/migrations/fixed`]);
    installation.write(Object.fromEntries(marks.map((path) => [path, ''])));
    const { kernel: next } = await start();
    expect(next.failedPlugins).to.deep.equal([]);
    // The row of the failed migration was rolled back with it.
    const tables = ['core_books', 'plugins_calm', 'plugins_bad_demo', 'plugins_bad_waiting', 'plugins_bad_migration'];
    expect(await rowsOf(next, tables)).to.deep.equal([1, 1, 1, 1, 2]);
    await next.stop();
  });
});

function linkDatabase(installation: Installation): Installation {
  mkdirSync(join(installation.root, 'core'), { recursive: true });
  return installation.link(join(projectRoot, 'core/infrastructure/database'), 'core/infrastructure/database');
}

/** A module with a table, and one row of demo data in it. */
function shelf(path: string, demo = ''): Files {
  const table = path.replace('/', '_');
  return {
    ...greeter(path),
    [`${path}/migrations/001_shelf.js`]: `
      export const up = (knex) => knex.raw('create table ${table} (id int)');`,
    [`${path}/demo.cjs`]: `module.exports = async ({ database }) => { ${demo}; await database.raw('insert into ${table} values (1)'); };`,
  };
}

/** Code that fails unless a file `fixed` exists, because a process imports a file only once. */
function unlessMended(work: string): string {
  return `if (!require('node:fs').existsSync(__dirname + '/fixed')) ${work}`;
}
