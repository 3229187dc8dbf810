import { expect } from 'chai';
import { TooLate } from '../../../../../core/hosting/internals.ts';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import type { ModuleMigrations } from '../../../../../core/hosting/internals.ts';
import type { Migrations } from '../../../../../core/infrastructure/database/index.ts';
import { file, migrating, moduleOf, three } from '../shop_migrations.ts';
import { failureOf } from '../support.ts';

describe('Migrations', () => {
  let database: Database;
  let migrations: Migrations;

  migrating((made) => ({ database, migrations } = made));

  const hasTable = (name: string) => database.knex.schema.hasTable(`t_${name}`);

  it('keeps a separate history for each module', async () => {
    await migrations.up(three);
    const other = { module: 'other', files: [file('001', { up: async () => {} })] };
    expect(await migrations.up(other)).to.deep.equal(['001']);
  });

  it('refuses a file that was changed after it was applied', async () => {
    await migrations.up(three);
    const changed = moduleOf(file('001'), file('002', {}, 'run(2);'), file('003'));
    const { message } = await failureOf(migrations.up(changed));
    expect(message).to.contain("'002'").and.contain("'shop'").and.contain('/somewhere/migrations/002.ts');
    expect(message).to.contain('was changed').and.contain('write a new migration');
  });

  it('reports an applied migration whose file is missing', async () => {
    await migrations.up(three);
    const { message } = await failureOf(migrations.up(moduleOf(file('001'), file('003'))));
    expect(message).to.contain("'002'").and.contain("'shop'").and.contain('is missing').and.contain('Restore the file');
  });

  it('refuses a new file that comes before an applied one', async () => {
    await migrations.up(moduleOf(file('001'), file('003')));
    const { message } = await failureOf(migrations.up(three));
    expect(message).to.contain('002.ts').and.contain("before '003'").and.contain('Rename');
    expect(await hasTable('002')).to.equal(false);
  });

  it('rolls a failing migration back and keeps the earlier ones', async () => {
    const half = file('002', {
      up: async (knex) => {
        await knex.schema.createTable('t_002', (t) => void t.integer('id'));
        await knex.raw('select * from nowhere');
      },
    });
    const failure = await failureOf(migrations.up(moduleOf(file('001'), half, file('003'))));
    expect(failure.message).to.contain("'002'").and.contain("'shop'").and.contain('002.ts').and.contain('nowhere');
    expect(failure.cause).to.have.property('code', '42P01');
    expect([await hasTable('001'), await hasTable('002'), await hasTable('003')]).to.deep.equal([true, false, false]);
    expect(await migrations.up(three)).to.deep.equal(['002', '003']);
  });

  it('rolls the migration history back together with the tables', async () => {
    await migrations.up(moduleOf(file('001')));
    await failureOf(database.transaction(async () => (await migrations.up(three), Promise.reject(new Error('no')))));
    expect(await migrations.up(three)).to.deep.equal(['002', '003']);
  });

  it('explains why a migration cannot be reverted', async () => {
    const { load, ...rest } = file('001');
    const oneWay = { ...rest, load: async () => ({ up: (await load()).up }) };
    await migrations.up(moduleOf(oneWay));
    const lacking = await failureOf(migrations.down(moduleOf(oneWay)));
    expect(lacking.message).to.contain('001.ts').and.contain('no function `down`');
    expect((await failureOf(migrations.down(moduleOf()))).message)
      .to.contain("'001'")
      .and.contain('is missing');
    expect(await migrations.status([moduleOf(oneWay)])).to.deep.equal([
      { module: 'shop', name: '001', state: 'applied' },
    ]);
  });

  it('lists the state of every migration', async () => {
    await migrations.up(three);
    const now = moduleOf(file('001'), file('002', {}, 'run(2);'), file('004'));
    expect(await migrations.status([now])).to.deep.equal([
      { module: 'shop', name: '001', state: 'applied' },
      { module: 'shop', name: '002', state: 'changed' },
      { module: 'shop', name: '003', state: 'missing' },
      { module: 'shop', name: '004', state: 'pending' },
    ]);
  });

  it('lists pending migrations, even before a migration history exists', async () => {
    const pending = ['001', '002', '003'].map((name) => ({ module: 'shop', name, state: 'pending' }));
    expect(await migrations.pending([three])).to.deep.equal(pending);
    await migrations.up(moduleOf(file('001')));
    expect(await migrations.pending([three])).to.deep.equal(pending.slice(1));
    await migrations.up(three);
    expect(await migrations.pending([three])).to.deep.equal([]);
  });

  it('rejects queries of a migration after its deadline', async () => {
    let late: Promise<unknown> | undefined;
    let goOn = () => {};
    const paused = new Promise<void>((resolve) => (goOn = resolve));
    const slow = file('002', {
      up: async (knex) => {
        await knex.schema.createTable('t_002', (t) => void t.integer('id'));
        late = paused.then(() => database.knex.raw('select 1'));
        late.catch(() => {});
        throw new TooLate('up() did not end');
      },
    });
    const { message } = await failureOf(migrations.up(moduleOf(slow)));
    expect(message).to.contain('002.ts').and.contain('rolled back: up() did not end');
    goOn();
    expect((await failureOf(late!)).message).to.contain('was given up and rolled back');
    expect(await database.knex.schema.hasTable('t_002')).to.equal(false);
  });

  describe('demo data', () => {
    const withDemo = (run: () => Promise<void>): ModuleMigrations => ({
      ...three,
      demo: { file: '/somewhere/demo.ts', load: async () => run },
    });
    const fill = async () => {
      await database.table('t_001').insert({ id: 7 });
    };

    it('is loaded once, and is not recorded as a migration', async () => {
      const shop = withDemo(fill);
      await migrations.up(shop, { demo: true });
      expect(await migrations.dueDemos()).to.deep.equal(['shop']);
      expect([await migrations.loadDemo(shop), await migrations.loadDemo(shop)]).to.deep.equal([true, false]);
      expect(await database.table('t_001')).to.deep.equal([{ id: 7 }]);
      expect(await migrations.up(shop, { demo: true })).to.deep.equal([]);
      expect(await migrations.dueDemos()).to.deep.equal([]);
      expect(await migrations.status([shop])).to.have.length(3);
      expect(await migrations.pending([shop])).to.deep.equal([]);
    });

    it('is rolled back as a whole when it fails', async () => {
      await migrations.up(three);
      const broken = withDemo(async () => (await fill(), Promise.reject(new Error('no such level'))));
      const { message } = await failureOf(migrations.loadDemo(broken));
      expect(message).to.contain("'shop'").and.contain('/somewhere/demo.ts').and.contain('no such level');
      expect(await database.table('t_001')).to.deep.equal([]);
      expect(await migrations.loadDemo(withDemo(fill))).to.equal(true);
    });

    it('is due again after all migrations were reverted and applied', async () => {
      const shop = withDemo(fill);
      await migrations.up(shop);
      await migrations.loadDemo(shop);
      await migrations.down(shop, 3);
      await migrations.up(shop, { demo: true });
      expect(await migrations.dueDemos()).to.deep.equal(['shop']);
    });

    it('is not due for tables that were created without demo data', async () => {
      await migrations.up(three);
      await migrations.up(moduleOf(...three.files, file('004')), { demo: true });
      expect(await migrations.dueDemos()).to.deep.equal([]);
    });
  });

  describe('exclusively', () => {
    it('reads the migration history once for all modules', async () => {
      await migrations.up(three);
      const queries: string[] = [];
      database.knex.on('query', ({ sql }: { sql: string }) => queries.push(sql));
      await migrations.exclusively(async () => {
        for (const module of [three, { module: 'other', files: [] }, { module: 'third', files: [] }])
          expect(await migrations.up(module)).to.deep.equal([]);
      });
      expect(queries.filter((sql) => sql.includes('"lectern_migrations"'))).to.have.length(1);
    });

    it('reads the migration history anew in each run', async () => {
      await migrations.exclusively(() => migrations.up(three));
      await database.table('lectern_migrations').delete();
      const { message } = await failureOf(migrations.exclusively(() => migrations.up(three)));
      expect(message).to.contain('t_001');
    });
  });
});
