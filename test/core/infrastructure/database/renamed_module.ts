import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import { manifest } from '../../../support/installation.ts';
import { FixtureInstallation, shop } from '../../cli/fixture_installation.ts';

/** Tests of a plugin `store` whose migrations were applied while its name was `shop`. */
export function testRenamedModule(): void {
  let place: FixtureInstallation;

  before(async () => {
    place = await FixtureInstallation.make(shop());
    await place.lectern('migrate', 'up');
    await inside((kernel) => kernel.services.database.raw("insert into goods (name) values ('pen')"));
    renameSync(join(place.root, 'plugins/shop'), join(place.root, 'plugins/store'));
    const resource = shop()['plugins/shop/resources/goods.js'] as string;
    place.write({
      'plugins/store/module.json': manifest('store', { formerly: 'shop', requires: { database: '*', events: '*' } }),
      'plugins/store/resources/goods.js': resource.replace('/shop/', '/store/'),
    });
  });
  after(() => place.clear());

  async function inside<T>(work: (kernel: Kernel) => Promise<T>): Promise<T> {
    const config = { demo: false, log: { level: 'silent' }, modules: { events: { enabled: false } } };
    const kernel = await createKernel({ root: place.root, env: place.env(), config });
    try {
      await kernel.start();
      return await work(kernel);
    } finally {
      await kernel.stop();
    }
  }

  it('reports the migrations under the present name before the first start', async () => {
    const { out } = await place.lectern('migrate', 'status');
    expect(out)
      .to.match(/store.*\n?.*001_goods/)
      .and.not.match(/\bshop\b|pending/);
    expect((await place.lectern('migrate', 'plan')).out).to.not.include('create table');
  });

  it('starts with the existing tables and renames their records', async () => {
    await inside(async ({ services: { database, migrations }, failedPlugins }) => {
      expect(failedPlugins).to.deep.equal([]);
      expect(await database.table('goods').select('name')).to.deep.equal([{ name: 'pen' }]);
      const rows = await database.table('lectern_migrations').whereIn('module', ['shop', 'store']).select('module');
      expect(rows).to.deep.equal([{ module: 'store' }, { module: 'store' }]);
      const tables = (await migrations.tablesOf('store')).map(({ name }) => name);
      expect(tables).to.deep.equal(['bought', 'buyers', 'goods']);
    });
  });

  it('starts again after the records were renamed', async () => {
    await inside(async ({ services, failedPlugins }) => {
      expect(failedPlugins).to.deep.equal([]);
      expect(await services.migrations.recordsOf('shop')).to.deep.equal([]);
    });
  });
}
