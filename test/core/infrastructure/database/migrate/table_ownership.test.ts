import { expect } from 'chai';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import type { Migrations } from '../../../../../core/infrastructure/database/index.ts';
import { file, migrating, moduleOf, three } from '../shop_migrations.ts';
import type { MigrationSteps } from '../../../../../core/infrastructure/database/migrate/migration_steps.ts';
import { failureOf } from '../support.ts';

describe('Table ownership', () => {
  let database: Database;
  let migrations: Migrations;

  migrating((made) => ({ database, migrations } = made));

  const hasTable = (name: string) => database.knex.schema.hasTable(`t_${name}`);

  it('lists the tables of each module after renames and drops', async () => {
    const other = { module: 'other', files: [file('009')] };
    await migrations.up(other);
    await migrations.up(three);
    const renames: MigrationSteps['up'] = async (knex) => {
      await knex.schema.renameTable('t_002', 't_two');
      await knex.schema.dropTable('t_001');
    };
    await migrations.up(moduleOf(...three.files, file('004', { up: renames })));
    const tables = await migrations.tablesOf();
    expect(tables.map(({ module, name }) => `${module} ${name}`)).to.deep.equal([
      'other t_009',
      'shop t_003',
      'shop t_two',
    ]);
    await migrations.down(other);
    expect(await migrations.tablesOf('other')).to.deep.equal([]);
  });

  it('names the module of a table that another module creates again', async () => {
    await migrations.up({ module: 'other', files: [file('001')] });
    const { message } = await failureOf(migrations.up(moduleOf(file('001'))));
    expect(message).to.include('relation "t_001" already exists: it is a table of the module "other"; begin the names');
    expect(message).to.match(/Fix the cause and start again\.$/);
  });

  it('lists a table that a later migration of the same run creates again', async () => {
    const drops = file('002', { up: (knex) => knex.schema.dropTable('t_001') });
    await migrations.up(moduleOf(file('001'), drops, file('003', { up: (await file('001').load()).up })));
    expect(await migrations.tablesOf('shop')).to.deep.equal([{ module: 'shop', name: 't_001', isView: false }]);
  });

  it('purges either all tables and records of a module or none', async () => {
    const oneWay = file('002', { down: undefined as never });
    const views = file('003', { up: (knex) => knex.raw('create view t_003 as select id from t_001') });
    await migrations.up(moduleOf(file('001'), oneWay, views));
    const { message } = await failureOf(migrations.purge(moduleOf(file('001'), oneWay, views)));
    expect(message).to.contain("'003' of module 'shop'");
    expect(await migrations.recorded()).to.have.length(3);
    await database.raw('create view foreign_view as select id from t_001');
    expect((await failureOf(migrations.purge(moduleOf()))).message).to.contain(
      "t_001, t_002 of module 'shop' can't be dropped",
    );
    expect(await migrations.tablesOf('shop')).to.have.length(3);
    await database.raw('drop view foreign_view');
    await migrations.purge(moduleOf());
    expect([await hasTable('001'), await hasTable('002'), await hasTable('003')]).to.deep.equal([false, false, false]);
    expect(await migrations.recorded()).to.deep.equal([]);
    await migrations.up(three);
    await migrations.purge(three);
    expect(await migrations.recordsOf('shop')).to.deep.equal([]);
  });
});
