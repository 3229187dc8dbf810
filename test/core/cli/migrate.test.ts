import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { manifest } from '../../support/installation.ts';
import { shop, SmallHouse } from './small_house.ts';

const till = (name: string) => `
  export const up = (knex) => knex.raw('create table ${name} (id bigint primary key)');
  export const down = (knex) => knex.raw('drop table ${name}');`;

describe('lectern migrate', function () {
  this.timeout(120_000);
  let house: SmallHouse;

  before(async () => {
    house = await SmallHouse.build({
      ...shop(),
      'plugins/till/module.json': manifest('till', { requires: { shop: '*', database: '*' } }),
      'plugins/till/migrations/001_tills.js': till('tills'),
    });
  });
  after(() => house.clear());

  const states = async (module: string) =>
    (
      JSON.parse((await house.lectern('migrate', 'status', '--module', module, '--json')).stdout) as Record<
        string,
        string
      >[]
    ).map(({ migration, state }) => `${migration} ${state}`);

  it('status shows what is pending and changes nothing', async () => {
    for (let time = 0; time < 2; time++) {
      const { stdout, status } = await house.lectern('migrate', 'status');
      expect(stdout).to.match(/^module +migration +state$/m);
      expect(stdout).to.match(/^events +001_events +pending$/m);
      expect(stdout).to.match(/^till +001_tills +pending$/m);
      expect(status).to.equal(0);
    }
  });

  it('up applies one module, or all that is pending, in the order of the modules', async () => {
    expect((await house.lectern('migrate', 'up', '--module', 'shop')).stdout).to.equal(
      'shop: 001_goods applied\nshop: 002_buyers applied\n',
    );
    const rest = JSON.parse((await house.lectern('migrate', 'up', '--json')).stdout) as { module: string }[];
    expect([...new Set(rest.map(({ module }) => module))]).to.deep.equal(['database', 'jobs', 'events', 'till']);
    expect((await house.lectern('migrate', 'up')).stdout).to.equal('Nothing is pending.\n');
  });

  it('down refuses as long as another module that requires it has tables', async () => {
    const { status, stderr } = await house.lectern('migrate', 'down', '--module', 'shop', '--yes');
    expect(stderr).to.include('till requires shop and has tables; revert those first.');
    expect(status).to.equal(1);
  });

  it('down asks, and does nothing where nobody can be asked', async () => {
    const { status, stderr } = house.spawned('migrate', 'down', '--module', 'till');
    expect(stderr).to.include('This reverts 001_tills of till').and.include('say --yes');
    expect(status).to.equal(2);
    expect(await states('till')).to.deep.equal(['001_tills applied']);
  });

  it('down reverts the latest, so many, or back to one', async () => {
    expect((await house.lectern('migrate', 'down', '--module', 'till', '--yes')).stdout).to.match(
      /^till: 001_tills reverted\n/,
    );
    const unknown = await house.lectern('migrate', 'down', '--module', 'shop', '--to', '003', '--yes');
    expect(unknown.stderr).to.include('"003" is no applied migration of shop').and.include('002_buyers, 001_goods');
    expect((await house.lectern('migrate', 'down', '--module', 'shop', '--to', '001_goods', '--yes')).status).to.equal(
      0,
    );
    expect(await states('shop')).to.deep.equal(['001_goods applied', '002_buyers pending']);
    const rest = await house.lectern('migrate', 'down', '--module', 'shop', '--steps', '9', '--yes', '--json');
    expect(JSON.parse(rest.stdout)).to.deep.equal({ module: 'shop', reverted: ['001_goods'] });
    expect((await house.lectern('migrate', 'down', '--module', 'shop', '--yes')).stdout).to.include(
      'nothing to revert of shop',
    );
  });

  it('ends with 2 for a command line that is wrong, with 1 for a module that is not there', async () => {
    expect((await house.lectern('migrate', 'down')).status).to.equal(2);
    expect((await house.lectern('migrate', 'down', '--module', 'shop', '--steps', '0')).status).to.equal(2);
    expect((await house.lectern('migrate', 'down', '--module', 'shop', '--steps', '1', '--to', 'x')).status).to.equal(
      2,
    );
    const unknown = await house.lectern('migrate', 'up', '--module', 'shpo');
    expect(unknown.stderr).to.include('There is no module "shpo"; is shop meant?');
    expect(unknown.status).to.equal(1);
  });

  it('tells what was applied before one failed, and status names one that was changed', async () => {
    house.write({
      'plugins/shop/migrations/003_fails.js': `export const up = (knex) => knex.raw('select * from nowhere');`,
    });
    const { status, stdout, stderr } = await house.lectern('migrate', 'up', '--module', 'shop');
    expect(stdout).to.equal('');
    expect(stderr).to.include("'003_fails' of module 'shop' (plugins/shop/migrations/003_fails.js)");
    expect(status).to.equal(1);
    expect(await states('shop')).to.deep.equal(['001_goods applied', '002_buyers applied', '003_fails pending']);
    house.write({ 'plugins/shop/migrations/001_goods.js': till('goods') });
    const changed = await house.lectern('migrate', 'status', '--module', 'shop');
    expect(changed.stdout).to.match(/^shop +001_goods +changed$/m);
    expect(changed.status).to.equal(1);
  });
});
