import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import { manifest } from '../../../support/installation.ts';
import { started } from '../../../support/started.ts';
import { shop, FixtureInstallation } from '../../cli/fixture_installation.ts';

const rows = `
  insert into goods (id, name, price, tags) values (9007199254740993, E'pen "\\n"', 1.10, '{a,b}'), (7, 'ink', null, '{}');
  insert into buyers values (1, 9007199254740993)`;

describe('lectern plugin', () => {
  const place = started(() =>
    FixtureInstallation.makeMigrated({
      ...shop(),
      'plugins/crm/module.json': manifest('crm', { version: '2.1.0', requires: { shop: '*' }, uses: {} }),
      'plugins/broken/module.json': '{',
      'config/default.json': '{"zone": "UTC"}',
      'config/local.json': '{"demo": false}',
    }),
  );

  before(async () => {
    await inside(async ({ services: { database } }) => {
      for (const statement of rows.split(';\n')) await database.raw(statement);
    });
  });

  async function inside<T>(work: (kernel: Kernel) => Promise<T>): Promise<T> {
    const config = { log: { level: 'silent' }, modules: { events: { enabled: false } } };
    const kernel = await createKernel({ root: place.root, env: place.env(), config });
    try {
      await kernel.start();
      return await work(kernel);
    } finally {
      await kernel.stop();
    }
  }

  const list = async () =>
    JSON.parse((await place.lectern('plugin', 'list', '--details', '--json')).out) as Record<string, unknown>[];
  const local = () => JSON.parse(readFileSync(join(place.root, 'config/local.json'), 'utf8')) as unknown;

  it('grant shows what a plugin uses beyond what is granted, and records it', async () => {
    const uses = { open: ['GET /plugins/late/x'], tables: { goods: 'read' } };
    const folder = join(place.root, 'plugins/late');
    mkdirSync(folder);
    writeFileSync(join(folder, 'module.json'), manifest('late', { uses }));
    const records = join(place.root, 'plugins.json');
    try {
      const asked = await place.lectern('plugin', 'grant', 'late');
      expect(asked.code).to.equal(2);
      expect(asked.err).to.include('+ tables "goods" (read)').and.include('--yes');
      expect(existsSync(records)).to.equal(false);
      const { code, out } = await place.lectern('plugin', 'grant', 'late', '--yes');
      expect(out).to.include('+ open "GET /plugins/late/x"').and.include('+ tables "goods" (read)');
      expect(code).to.equal(0);
      expect(JSON.parse(readFileSync(records, 'utf8'))).to.deep.equal({ late: { version: '1.0.0', granted: uses } });
      const none = await place.lectern('plugin', 'grant', 'shop', '--yes');
      expect(none.err).to.include('module.json of shop has no "uses"');
    } finally {
      rmSync(folder, { recursive: true });
      rmSync(records, { force: true });
    }
  });

  it('list reads manifests and configuration only', async () => {
    const { code, out } = await inside(() => place.lectern('plugin', 'list'));
    expect(out).to.match(/^name +version +state +requires +note$/m);
    expect(out).to.match(/^broken +enabled +uses not declared$/m);
    expect(out).to.match(/^shop +1\.0\.0 +enabled +database, events +uses not declared$/m);
    expect(code).to.equal(0);
    const crm = { name: 'crm', version: '2.1.0', state: 'enabled', requires: ['shop'], declaresUses: true };
    expect(JSON.parse((await place.lectern('plugin', 'list', '--json')).out)).to.deep.include(crm);
  });

  it('list --details ends with 0 while another process uses the database', async () => {
    const { code, err } = await inside(() => place.lectern('plugin', 'list', '--details'));
    expect(err).to.match(/^The tables could not be read: The embedded database in .* is in use by process \d+;/);
    expect(code).to.equal(0);
  });

  it('list --details shows state, reason, routes, tables and requirements', async () => {
    const [broken, crm, own] = await list();
    expect(broken).to.deep.include({ name: 'broken', state: 'set aside', routes: 0, tables: [] });
    expect(broken?.['reason']).to.include('plugins/broken/module.json');
    expect(crm).to.deep.equal({
      name: 'crm',
      version: '2.1.0',
      state: 'active',
      routes: 0,
      tables: [],
      requires: ['shop'],
    });
    expect(own).to.deep.include({ state: 'active', routes: 1, tables: ['bought', 'buyers', 'goods'] });
    const { out } = await place.lectern('plugin', 'list', '--details');
    expect(out).to.match(/^name +version +state +routes +tables +requires$/m);
    expect(out).to.match(/^shop +1\.0\.0 +active +1 +bought, buyers, goods +database, events$/m);
    expect(out).to.match(/^broken: .*module\.json/m);
  });

  it('disable refuses an unknown name, with a suggestion, and a module of core', async () => {
    const unknown = await place.lectern('plugin', 'disable', 'shpo');
    expect([unknown.code, unknown.err]).to.satisfy(
      ([code, text]: [number, string]) => code === 1 && text.includes('There is no plugin "shpo"; is shop meant?'),
    );
    expect((await place.lectern('plugin', 'disable', 'database')).err).to.include('"database" is not a plugin');
    expect(local()).to.deep.equal({ demo: false });
  });

  it('purge refuses an enabled plugin', async () => {
    const { code, err } = await place.lectern('plugin', 'purge', 'shop', '--yes');
    expect(err).to.include('shop is enabled').and.include('lectern plugin disable shop');
    expect(code).to.equal(1);
  });

  it('disable keeps tables and other keys, and names dependent plugins', async () => {
    const { code, out } = await place.lectern('plugin', 'disable', 'shop');
    expect(out).to.include('shop is disabled in config/local.json. Restart');
    expect(out).to.include('warning: crm requires shop');
    expect(code).to.equal(0);
    expect(local()).to.deep.equal({ demo: false, plugins: { disabled: ['shop'] } });
    expect(readdirSync(join(place.root, 'config')).sort()).to.deep.equal(['default.json', 'local.json']);
    expect((await place.lectern('plugin', 'list')).out).to.match(/^shop +1\.0\.0 +disabled /m);
    expect((await list())[2]).to.deep.include({ state: 'disabled', routes: 0, tables: ['bought', 'buyers', 'goods'] });
    await inside(async ({ routes, failedPlugins, services }) => {
      expect(routes.map(({ module }) => module)).to.not.include('shop');
      expect(failedPlugins.find(({ module }) => module === 'crm')?.reason).to.include('"shop", which is disabled');
      expect(await services.database.table('goods').select('id')).to.have.length(2);
    });
    expect((await place.lectern('plugin', 'disable', 'shop')).out).to.equal('shop is disabled already.\n');
  });

  it('disable warns that the written list replaces those of other files', async () => {
    place.write({ 'config/production.json': '{"plugins": {"disabled": ["crm"]}}', 'config/local.json': '{}' });
    const production = (...args: string[]) => place.lecternWith({ NODE_ENV: 'production' }, 'plugin', ...args);
    expect((await production('disable', 'broken')).out)
      .to.include('warning: other files of the configuration disable crm; the list in config/local.json replaces')
      .and.include('until plugins.disabled is removed from it');
    expect(local()).to.deep.equal({ plugins: { disabled: ['crm', 'broken'] } });
    expect((await production('enable', 'broken')).out).to.equal(
      'broken is enabled in config/local.json. Restart to apply it.\n',
    );
    expect(local(), 'the list was that of the other files').to.deep.equal({ plugins: {} });
    rmSync(join(place.root, 'config/production.json'));
    place.write({ 'config/local.json': '{"demo": false, "plugins": {"disabled": ["shop"]}}' });
  });

  it('enable and disable fail if another setting overrules config/local.json', async () => {
    const { code, err } = await place.lecternWith({ DISABLED_PLUGINS: 'shop' }, 'plugin', 'enable', 'shop');
    expect(err).to.include('shop stays disabled: CONFIG_FILE or DISABLED_PLUGINS overrides that file');
    expect(code).to.equal(1);
    await place.lectern('plugin', 'disable', 'shop');
    const inTests = await place.lecternWith({ NODE_ENV: 'test' }, 'plugin', 'disable', 'crm');
    expect(inTests.err).to.include('With NODE_ENV=test, config/local.json is not read');
    expect(inTests.code).to.equal(1);
    expect(local()).to.deep.include({ plugins: { disabled: ['shop'] } });
  });

  it('purge refuses a required plugin, and asks for confirmation', async () => {
    const refusal = async () => (await place.lectern('plugin', 'purge', 'shop', '--yes')).err;
    expect(await refusal()).to.include('crm requires shop; disable crm first with: lectern plugin disable crm.');
    await place.lectern('plugin', 'disable', 'crm');
    await inside(({ services: { database } }) =>
      database.raw("insert into lectern_migrations (module, name, checksum) values ('crm', '001_old', '')"),
    );
    expect(await refusal()).to.include('crm requires shop; purge crm first with: lectern plugin purge crm.');
    await inside(({ services: { database } }) => database.raw("delete from lectern_migrations where module = 'crm'"));
    const { code, err } = await place.lectern('plugin', 'purge', 'shop');
    expect(err).to.include('tables: bought, buyers, goods').and.include('shop.hear').and.include('--yes');
    expect(code).to.equal(2);
    expect(existsSync(join(place.root, 'exports'))).to.equal(false);
    await place.lectern('plugin', 'enable', 'crm');
    rmSync(join(place.root, 'plugins/crm'), { recursive: true });
    expect((await list()).find(({ name }) => name === 'shop')?.['tables']).to.have.length(3);
  });

  it('purge exports and removes all data, and restore inserts the rows', async () => {
    const out = join(place.root, 'kept');
    const file = join(place.root, 'config/local.json');
    expect((await place.lectern('plugin', 'purge', 'shop', '--yes', '--out', file)).err).to.include(
      `${file} is not a folder; name another folder with --out.`,
    );
    const purged = await place.lectern('plugin', 'purge', 'shop', '--yes', '--out', out);
    expect(purged.out).to.include('Removed shop: bought (1), buyers (1), goods (2).');
    const whole = JSON.parse(readFileSync(join(out, 'export.json'), 'utf8'));
    expect(whole).to.deep.include({ module: 'shop', version: '1.0.0', subscribers: ['shop.hear'] });
    expect(whole.migrations.map(({ name }: { name: string }) => name)).to.deep.equal(['001_goods', '002_buyers']);
    expect(readFileSync(join(out, 'goods.jsonl'), 'utf8')).to.include('"id":9007199254740993');
    await inside(async ({ services: { database, outbox, migrations } }) => {
      const left = await database.raw(
        "select 1 from information_schema.tables where table_name in ('goods', 'buyers', 'bought')",
      );
      expect(left.rows).to.deep.equal([]);
      expect((await outbox.backlogs()).map(({ subscriber }) => subscriber)).to.not.include('shop.hear');
      expect((await migrations.recorded()).map(({ module }) => module)).to.not.include('shop');
    });
    expect((await place.lectern('plugin', 'purge', 'shop', '--yes')).out).to.include(
      'The database has no data of shop.',
    );

    expect((await place.lectern('plugin', 'restore', out)).err).to.include('shop is not loaded');
    const nowhere = join(place.root, 'nowhere');
    expect((await place.lectern('plugin', 'restore', nowhere)).err).to.include(
      `There is no folder ${nowhere}; name a folder that lectern plugin purge has written.`,
    );
    expect((await place.lectern('plugin', 'restore', place.root)).err).to.include(
      `${join(place.root, 'export.json')} is missing, so the export is incomplete; name another export.`,
    );
    await place.lectern('plugin', 'enable', 'shop');
    const restored = await place.lectern('plugin', 'restore', out);
    expect(restored.out).to.equal('Restored into shop: goods (2), buyers (1).\n');
    expect((await place.lectern('plugin', 'restore', out)).err).to.include('has rows already');
    await inside(async ({ services: { database } }) => {
      const goods = await database.table('goods').orderBy('id');
      expect(goods).to.deep.equal([
        { id: '7', name: 'ink', price: null, tags: [], twice: '14' },
        { id: '9007199254740993', name: 'pen "\n"', price: '1.10', tags: ['a', 'b'], twice: '18014398509481986' },
      ]);
      const [next] = await database.table('goods').insert({ name: 'new' }).returning('id');
      expect(next).to.deep.equal({ id: '9007199254740994' });
    });
  });

  it('purge removes the data of a deleted plugin', async () => {
    rmSync(join(place.root, 'plugins/shop'), { recursive: true });
    const gone = (await list()).find(({ name }) => name === 'shop');
    expect(gone).to.deep.include({ state: 'gone', version: '', tables: ['bought', 'buyers', 'goods'] });
    expect((await place.lectern('plugin', 'list', '--details')).out).to.include('lectern plugin purge shop');
    const { code } = await place.lectern('plugin', 'purge', 'shop', '--yes');
    expect(code).to.equal(0);
    const [folder = ''] = readdirSync(join(place.root, 'exports'));
    expect(folder).to.match(/^shop-\d{8}T\d{6}Z$/);
    expect(readFileSync(join(place.root, 'exports', folder, 'goods.jsonl'), 'utf8').split('\n')).to.have.length(4);
    expect((await list()).map(({ name }) => name)).to.deep.equal(['broken']);
  });
});
