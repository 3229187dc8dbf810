import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { FixtureInstallation, shop } from './fixture_installation.ts';

describe('lectern on a PostgreSQL server', () => {
  let place: FixtureInstallation;
  before(async () => {
    place = await FixtureInstallation.make(shop());
  });
  after(() => place.clear());

  const states = async () => {
    const { out } = await place.lectern('migrate', 'status', '--module', 'shop', '--json');
    const lines = JSON.parse(out) as { migration: string; state: string }[];
    return lines.map(({ migration, state }) => `${migration} ${state}`);
  };

  it('migrate plans, applies and reverts', async () => {
    const { code, out } = await place.lectern('migrate', 'plan', '--module', 'shop');
    expect(code, out).to.equal(0);
    expect(await states()).to.deep.equal(['001_goods pending', '002_buyers pending']);
    expect((await place.lectern('migrate', 'up')).err).to.equal('');
    expect(await states()).to.deep.equal(['001_goods applied', '002_buyers applied']);
    const down = ['migrate', 'down', '--module', 'shop', '--to', '001_goods', '--yes'];
    expect((await place.lectern(...down)).out).to.match(/^shop: 002_buyers reverted\n/);
    expect(await states()).to.deep.equal(['001_goods applied', '002_buyers pending']);
    expect((await place.lectern('migrate', 'up')).out).to.equal('shop: 002_buyers applied\n');
  });

  it('doctor finds no problem', async () => {
    const { code, out } = await place.lectern('doctor');
    expect(code, out).to.equal(0);
  });

  it('plugin purge exports and drops tables, and plugin restore inserts the rows', async () => {
    const kernel = await place.boot({ env: place.env() });
    await kernel.services.database.start();
    await kernel.services.database.raw("insert into goods (name, tags) values ('pen', '{a,b}')");
    await kernel.services.database.stop();
    await place.lectern('plugin', 'disable', 'shop');
    const out = join(place.root, 'kept');
    const purged = await place.lectern('plugin', 'purge', 'shop', '--yes', '--out', out);
    expect(purged.out).to.include('Removed shop: bought (0), buyers (0), goods (1).');
    await place.lectern('plugin', 'enable', 'shop');
    expect((await place.lectern('plugin', 'restore', out)).out).to.equal(
      'Restored into shop: goods (1), buyers (0).\n',
    );
    rmSync(out, { recursive: true });
  });

  it('outbox lists subscribers and deliveries', async () => {
    const { code, out } = await place.lectern('outbox', '--json');
    expect(code).to.equal(0);
    expect(JSON.parse(out)).to.have.keys('subscribers', 'deliveries');
  });
});
