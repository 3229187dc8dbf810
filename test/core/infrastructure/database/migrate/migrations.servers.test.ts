import { expect } from 'chai';
import { TooLate } from '../../../../../core/hosting/internals.ts';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import { Migrations } from '../../../../../core/infrastructure/database/index.ts';
import { file, migrating, moduleOf, three } from '../shop_migrations.ts';
import { failureOf, silent, type DatabaseFixture } from '../support.ts';

describe('Migrations.exclusively among replicas', () => {
  let place: DatabaseFixture;
  let database: Database;
  let migrations: Migrations;

  migrating((made) => ({ place, database, migrations } = made));

  const lease = (holder: string, seconds: number) =>
    database.raw("insert into lectern_leases values ('migrations', ?, now() + ? * interval '1 second')", [
      holder,
      seconds,
    ]);
  const prepare = () => migrations.exclusively(async () => {});

  it('applies each migration once when eight replicas start on an empty database', async () => {
    const applied = await Promise.all(Array.from({ length: 8 }, startReplica));
    expect(applied.flat()).to.deep.equal(['001', '002', '003']);
    expect(await database.table('lectern_migrations')).to.have.length(3);
    expect(await database.table('lectern_leases')).to.deep.equal([]);
  });

  it('creates its tables safely from eight replicas at once', async () => {
    const replicas = await Promise.all(Array.from({ length: 8 }, () => place.start()));
    const fresh = replicas.map((each) => new Migrations({ database: each, logger: silent }));
    expect(await Promise.all(fresh.map((each) => each.up(moduleOf())))).to.deep.equal(Array(8).fill([]));
  });

  it('takes over an expired lease', async () => {
    await prepare();
    await lease('dead:1', -1);
    expect(await migrations.exclusively(async () => 'done')).to.equal('done');
  });

  it('waits for the lease of another holder until it expires', async () => {
    await prepare();
    await lease('slow:2', 0.4);
    const expired = async () =>
      (await database.raw<{ late: boolean }>('select now() > ?::timestamptz as late', [end])).rows;
    const end = (await database.table<{ expires_at: Date }>('lectern_leases').first())?.expires_at as Date;
    expect(await migrations.exclusively(expired)).to.deep.equal([{ late: true }]);
  });

  it('names the holder of the lease when the wait times out', async () => {
    await prepare();
    await lease('elsewhere:4711', 60);
    const { message } = await failureOf(migrations.exclusively(async () => {}, { waitMs: 200 }));
    expect(message).to.contain('elsewhere:4711').and.contain('200 ms');
  });

  it('cancels the statement of a late migration, and releases the lease', async () => {
    const stuck = file('002', {
      up: async (knex) => {
        knex.raw('select pg_sleep(600)').catch(() => {});
        await new Promise(setImmediate);
        throw new TooLate('up() did not end');
      },
    });
    await failureOf(migrations.exclusively(() => migrations.up(moduleOf(stuck))));
    expect(await migrations.exclusively(() => migrations.up(moduleOf(file('003'))))).to.deep.equal(['003']);
  });

  async function startReplica(): Promise<string[]> {
    const replica = new Migrations({ database: await place.start(), logger: silent });
    return replica.exclusively(() => replica.up(three));
  }
});
