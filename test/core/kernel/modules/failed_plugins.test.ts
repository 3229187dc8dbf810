import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { manifest, type Files, type Installation } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';
import { greeter, installations, reasonOf } from '../boot/support.ts';

interface Trouble {
  readonly files: Files;
  readonly manifest?: object;
  readonly file: string;
  readonly reason: RegExp;
}

const failingMigration: Trouble = {
  files: {
    'plugins/shop/migrations/001_goods.js': `
      export async function up(knex) { await knex.schema.createTable('shop_goods', (t) => t.increments()); throw new Error('half-way'); }
      export async function down() {}`,
  },
  file: 'plugins/shop/migrations/001_goods.js',
  reason: /half-way/,
};
/** Faults that prevent the start of a plugin, each with the named file and the reason. */
const troubles: Readonly<Record<string, Trouble>> = {
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

type Api = Awaited<ReturnType<Installation['serve']>>['api'];

describe('A plugin that cannot start', () => {
  const install = installations();
  const shopOf = ({ files, manifest: more = {} }: Trouble, also: object = {}): Installation =>
    install({ ...greeter('plugins/calm'), ...greeter('plugins/shop', { ...more, ...also }), ...files });

  async function expectFailed(api: Api, name: string, { file, reason }: Pick<Trouble, 'file' | 'reason'>) {
    const { body } = await api.get('/readyz').expect(200);
    const states = body.plugins as { name: string; state: string; reason: string }[];
    expect(states.find((one) => one.name === 'calm')).to.deep.equal({ name: 'calm', state: 'running' });
    const found = states.find((one) => one.name === name)!;
    expect(found).to.include({ name, state: 'set aside' });
    expect(found.reason).to.match(reason).and.include(file);
    const refused = await api.get(`/api/plugins/${name}/greetings`).expect(503);
    expect(refused.headers['retry-after']).to.match(/^\d+$/);
    expect(refused.body.error).to.deep.equal({
      code: 8,
      message: `The plugin "${name}" is out of service; /readyz says why.`,
    });
    await api.get('/api/plugins/calm/greetings').expect(200);
  }

  for (const [what, trouble] of Object.entries(troubles)) {
    it(`because of ${what} is set aside by name, and other plugins serve`, async () => {
      const { api } = await shopOf(trouble).serve();
      await expectFailed(api, 'shop', trouble);
    });

    it(`because of ${what} stops the start with onFailure "abort"`, async () => {
      expect(await reasonOf(shopOf(trouble, { onFailure: 'abort' }).serve()))
        .to.match(trouble.reason)
        .and.include(trouble.file);
    });
  }

  it('because of a migration that fails stops the start with onFailure "abort"', async () => {
    const installation = linkDatabase(shopOf(failingMigration, { onFailure: 'abort' }));
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info', DATA_DIR: 'memory' };
    expect(await reasonOf(installation.serve({ env })))
      .to.match(failingMigration.reason)
      .and.include(failingMigration.file);
  });

  it('does not affect demo data of others, and gets its own once fixed', async () => {
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
      await expectFailed(api, name, { reason, file: `plugins/${name}/` });
    }
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

  it('keeps the name of its folder if its manifest is invalid', async () => {
    const files = { 'plugins/shop/module.json': manifest('store') };
    const { api } = await install({ ...greeter('plugins/calm'), ...greeter('plugins/shop'), ...files }).serve();
    expect((await api.get('/readyz').expect(200)).body.plugins[1]).to.include({ name: 'shop', state: 'set aside' });
  });
});

function linkDatabase(installation: Installation): Installation {
  mkdirSync(join(installation.root, 'core'), { recursive: true });
  return installation.link(join(projectRoot, 'core/database'), 'core/database');
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
