import { expect } from 'chai';
import { manifest } from '../../../../support/installation.ts';
import { started } from '../../../../support/started.ts';
import { shop, FixtureInstallation } from '../../../cli/fixture_installation.ts';

const till = (name: string) => `
  export const up = (knex) => knex.raw('create table ${name} (id bigint primary key)');
  export const down = (knex) => knex.raw('drop table ${name}');`;

describe('lectern migrate', () => {
  const place = started(() =>
    FixtureInstallation.make({
      ...shop(),
      'core/desk/module.json': manifest('desk', { requires: { database: '*' } }),
      'core/desk/migrations/001_desks.js': till('desks'),
      'core/lamp/module.json': manifest('lamp', { requires: { desk: '*', database: '*' }, optional: true }),
      'core/lamp/migrations/001_lamps.js': till('lamps'),
      'plugins/till/module.json': manifest('till', { requires: { shop: '*', database: '*' } }),
      'plugins/till/migrations/001_tills.js': till('tills'),
    }),
  );

  before(async () => {
    await place.createDatabase();
  });

  const states = async (module: string) =>
    (
      JSON.parse((await place.lectern('migrate', 'status', '--module', module, '--json')).out) as Record<
        string,
        string
      >[]
    ).map(({ migration, state }) => `${migration} ${state}`);

  it('status lists pending migrations and applies none', async () => {
    for (let time = 0; time < 2; time++) {
      const { out, code } = await place.lectern('migrate', 'status');
      expect(out).to.match(/^module +migration +state$/m);
      expect(out).to.match(/^events +001_events +pending$/m);
      expect(out).to.match(/^till +001_tills +pending$/m);
      expect(code).to.equal(0);
    }
  });

  it('up applies the migrations of one module, or of all modules in their order', async () => {
    expect((await place.lectern('migrate', 'up', '--module', 'shop')).out).to.equal(
      'shop: 001_goods applied\nshop: 002_buyers applied\n',
    );
    const rest = JSON.parse((await place.lectern('migrate', 'up', '--json')).out) as { module: string }[];
    expect([...new Set(rest.map(({ module }) => module))]).to.deep.equal([
      'database',
      'desk',
      'jobs',
      'events',
      'lamp',
      'till',
    ]);
    expect((await place.lectern('migrate', 'up')).out).to.equal('Nothing is pending.\n');
  });

  it('down refuses a module while a module that requires it has tables', async () => {
    const { code, err } = await place.lectern('migrate', 'down', '--module', 'shop', '--yes');
    expect(err).to.include(
      'till requires shop and has tables; first revert all migrations of till with lectern migrate down.',
    );
    expect(code).to.equal(1);
  });

  it('down refuses a module while a disabled or failed module that requires it has tables', async () => {
    for (const [file, text, before, [module, requiring]] of [
      ['config/default.json', '{"plugins": {"disabled": ["till"]}}', '{}', ['shop', 'till']],
      ['plugins/till/services.js', 'throw new Error("broken");', 'export default {};', ['shop', 'till']],
      ['config/default.json', '{"plugins": {"disabled": ["lamp"]}}', '{}', ['desk', 'lamp']],
    ] as const) {
      place.write({ [file]: text });
      const { code, err } = await place.lectern('migrate', 'down', '--module', module, '--yes');
      expect(err, file).to.include(
        `${requiring} requires ${module} and has tables; first revert all migrations of ${requiring} with lectern migrate down.`,
      );
      expect(code).to.equal(1);
      place.write({ [file]: before });
    }
  });

  it('down without a terminal reverts nothing unless --yes is given', async () => {
    const { code, err } = await place.lectern('migrate', 'down', '--module', 'till');
    expect(err).to.include('This reverts 001_tills of till').and.include('--yes');
    expect(code).to.equal(2);
    expect(await states('till')).to.deep.equal(['001_tills applied']);
  });

  it('down reverts the latest migration, several with --steps, or back to one with --to', async () => {
    expect((await place.lectern('migrate', 'down', '--module', 'till', '--yes')).out).to.match(
      /^till: 001_tills reverted\n/,
    );
    const unknown = await place.lectern('migrate', 'down', '--module', 'shop', '--to', '003', '--yes');
    expect(unknown.err).to.include('"003" is no applied migration of shop').and.include('002_buyers, 001_goods');
    expect((await place.lectern('migrate', 'down', '--module', 'shop', '--to', '001_goods', '--yes')).code).to.equal(0);
    expect(await states('shop')).to.deep.equal(['001_goods applied', '002_buyers pending']);
    const rest = await place.lectern('migrate', 'down', '--module', 'shop', '--steps', '9', '--yes', '--json');
    expect(JSON.parse(rest.out)).to.deep.equal({ module: 'shop', reverted: ['001_goods'] });
    expect((await place.lectern('migrate', 'down', '--module', 'shop', '--yes')).out).to.include(
      'nothing to revert of shop',
    );
  });

  it('ends with 2 for a wrong command line, with 1 for an unknown module', async () => {
    expect((await place.lectern('migrate', 'down')).code).to.equal(2);
    expect((await place.lectern('migrate', 'down', '--module', 'shop', '--steps', '0')).code).to.equal(2);
    expect((await place.lectern('migrate', 'down', '--module', 'shop', '--steps', '1', '--to', 'x')).code).to.equal(2);
    const unknown = await place.lectern('migrate', 'up', '--module', 'shpo');
    expect(unknown.err).to.include('There is no module "shpo"; is shop meant?');
    expect(unknown.code).to.equal(1);
  });

  it('up names a failing migration, and status names a changed one', async () => {
    place.write({
      'plugins/shop/migrations/003_fails.js': `export const up = (knex) => knex.raw('select * from nowhere');`,
    });
    const { code, out, err } = await place.lectern('migrate', 'up', '--module', 'shop');
    expect(out).to.equal('');
    expect(err).to.include("'003_fails' of module 'shop' (plugins/shop/migrations/003_fails.js)");
    expect(code).to.equal(1);
    expect(await states('shop')).to.deep.equal(['001_goods applied', '002_buyers applied', '003_fails pending']);
    place.write({ 'plugins/shop/migrations/001_goods.js': till('goods') });
    const changed = await place.lectern('migrate', 'status', '--module', 'shop');
    expect(changed.out).to.match(/^shop +001_goods +changed$/m);
    expect(changed.code).to.equal(1);
  });
});
