import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Services } from 'lectern';
import { catalogueOf } from '../../../../../core/infrastructure/database/index.ts';
import { manifest } from '../../../../support/installation.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../support/test_database.ts';
import type { Printed } from '../../../../support/command.ts';
import { FixtureInstallation } from '../../../cli/fixture_installation.ts';

/** Columns of types whose texts could be confused, rows that refer to rows of their table, and a rule. */
export const tables = `
  export async function up(knex) {
    await knex.raw(\`create table things (
      id bigint generated always as identity primary key, parent bigint references things (id), name text not null,
      raw bytea, at timestamptz, day date, price numeric(20, 10), ratio double precision, as_written json, as_kept jsonb,
      tags text[], flag boolean, took interval, twice bigint generated always as (id * 2) stored)\`);
    await knex.raw('create table others (thing_id bigint not null references things (id), note text)');
    await knex.raw('create rule things_stay as on delete to things do instead select 1');
    await knex.raw('create view names as select name from things');
    await knex.raw("insert into things (name) values ('made by the migration')");
  }`;

const fill = `
  insert into things (parent, name, raw, at, day, price, ratio, as_written, as_kept, tags, flag, took)
  select case when n < 1200 then n + 2 end, 'thing ' || n || ' ? ' || chr(8232) || E'\\n' || '"\\\\', decode('00ff' || lpad(to_hex(n), 8, '0'), 'hex'),
    timestamptz '2026-03-29 00:59:59.123456+00' + n * interval '1 hour', date '0044-03-15 BC', n / 7.0::numeric, n / 7.0::float8,
    (E'{"b" : 1,\\n"a":' || n || '}')::json, 'null'::jsonb, array['a,b', null, '{"}'], n % 2 = 0, interval '1 mon 2 days 03:04:05.678'
  from generate_series(1, 1200) as n`;

const digest = 'select md5(string_agg(one::text, chr(10) order by id)) as digest from things as one';

type Row = Record<string, unknown>;

/** A filled installation, and an empty database beside its own, of the same engine. */
export class RoundTrip {
  readonly isEmbedded: boolean;
  readonly place: FixtureInstallation;
  readonly #other: TestDatabase;

  private constructor(place: FixtureInstallation, other: TestDatabase) {
    this.place = place;
    this.#other = other;
    this.isEmbedded = !('DATABASE_URL' in other.env);
  }

  static async make(): Promise<RoundTrip> {
    const place = await FixtureInstallation.make({
      'plugins/things/module.json': manifest('things', { requires: { database: '*' } }),
      'plugins/things/migrations/001_things.js': tables,
    });
    const trip = new RoundTrip(place, await makeTestDatabase());
    const { code, err } = await place.lectern('migrate', 'up');
    expect(code, err).to.equal(0);
    await trip.asked(place.env(), `${fill}; insert into others select id, 'of ' || id from things`);
    return trip;
  }

  file(name: string): string {
    return join(this.place.root, name);
  }

  /** Environment variables that lead to the other database. */
  elsewhere(): NodeJS.ProcessEnv {
    return this.isEmbedded ? this.moved() : this.#other.env;
  }

  /** Environment variables that lead to another embedded database. */
  moved(): NodeJS.ProcessEnv {
    return { DATABASE_URL: '', DATA_DIR: this.file('elsewhere') };
  }

  restore(env: NodeJS.ProcessEnv, file: string, ...options: string[]): Promise<Printed> {
    return this.place.lecternWith(env, 'restore', this.file(file), ...options);
  }

  /** Sends a statement to a database. */
  asked(env: NodeJS.ProcessEnv, sql: string): Promise<Row[]> {
    return this.#inside(env, async ({ database }) => rowsOf(await database.knex.raw(sql.replaceAll('?', '\\?'))));
  }

  /** Everything that a backup has to keep. */
  stateOf(env: NodeJS.ProcessEnv): Promise<{ digest: Row[]; ledger: Row[]; catalogue: unknown }> {
    return this.#inside(env, async ({ database }) => ({
      digest: rowsOf(await database.knex.raw(digest)),
      ledger: rowsOf(await database.knex.raw('select * from lectern_migrations order by module, name')),
      catalogue: await catalogueOf(database),
    }));
  }

  async clear(): Promise<void> {
    await this.place.clear();
    await this.#other.clear();
  }

  async #inside<T>(env: NodeJS.ProcessEnv, work: (services: Services) => Promise<T>): Promise<T> {
    const { services } = await this.place.boot({ env });
    await services.database.start();
    try {
      return await work(services);
    } finally {
      await services.database.stop();
    }
  }
}

function rowsOf(answer: unknown): Row[] {
  return (answer as { rows: Row[] }).rows;
}

/** Tests of backups on any engine; they depend on each other. */
export function roundTrips(of: () => RoundTrip): void {
  const expectRestored = async (trip: RoundTrip) => {
    const env = trip.place.env(trip.elsewhere());
    expect(await trip.stateOf(env)).to.deep.equal(await trip.stateOf(trip.place.env()));
    const numbers = await trip.asked(env, `insert into things (name) values ('next') returning id::int`);
    expect(numbers).to.deep.equal([{ id: 1202 }]);
  };

  it('is written with mode 0600, and not over an existing file', async () => {
    const trip = of();
    const { code, out, err } = await trip.place.lectern('backup', '--out', trip.file('a.backup'));
    expect(out, err).to.match(/a\.backup: \d+ tables with \d+ rows\.\n$/);
    expect(code).to.equal(0);
    expect(statSync(trip.file('a.backup')).mode & 0o777).to.equal(0o600);
    const again = await trip.place.lectern('backup', '--out', trip.file('a.backup'));
    expect(again.err).to.include('exists.').and.include('--force');
    expect(again.code).to.equal(1);
    expect(readdirSync(trip.place.root).filter((name) => name.includes('unfinished'))).to.deep.equal([]);
  });

  // From a server to the embedded database, or to another embedded one.
  it('restores rows and migration history in another database with --portable', async () => {
    const trip = of();
    const { code, err } = await trip.place.lectern('backup', '--portable', '--out', trip.file('p.backup'));
    expect(code, err).to.equal(0);
    const restored = await trip.restore(trip.moved(), 'p.backup');
    expect(restored.code, restored.err).to.equal(0);
    const [was, is] = [await trip.stateOf(trip.place.env()), await trip.stateOf(trip.place.env(trip.moved()))];
    expect(is.digest).to.deep.equal(was.digest);
    expect(is.ledger).to.deep.equal(was.ledger);
    if (trip.isEmbedded) expect(is.catalogue).to.deep.equal(was.catalogue);
  });

  it('restores every table, counts the rows, and continues the generated ids', async () => {
    const trip = of();
    // The embedded database has the tables of the portable backup.
    const over = trip.isEmbedded ? ['--replace', '--yes'] : [];
    const { code, out, err } = await trip.restore(trip.elsewhere(), 'a.backup', '--json', ...over);
    expect(code, err).to.equal(0);
    expect(JSON.parse(out)).to.deep.include({ pending: [], remarks: [] }).and.nested.include({ 'tables.things': 1201 });
    await expectRestored(trip);
  });

  it('is restored over existing tables only with --replace', async () => {
    const trip = of();
    for (const file of ['a.backup', 'p.backup']) {
      const refused = await trip.restore(trip.elsewhere(), file);
      expect(refused.err).to.include('is not empty').and.include('--replace');
      expect(refused.code).to.equal(1);
      const replaced = await trip.restore(trip.elsewhere(), file, '--replace', '--yes');
      expect(replaced.code, replaced.err).to.equal(0);
      await expectRestored(trip);
    }
  });
}
