import { spawnSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { catalogueOf } from '../../../core/database/index.ts';
import { manifest } from '../../support/installation.ts';
import { makePlace, type Place } from '../../support/place.ts';
import { SmallHouse } from './small_house.ts';

const isServer = process.env['TEST_DATABASE_URL'] !== undefined;

/** One column of every kind whose text might be taken for another one, rows that refer to themselves, and a rule. */
const tables = `
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

describe('lectern backup and restore', function () {
  this.timeout(180_000);
  let house: SmallHouse;
  let other: Place;
  const file = (name: string) => join(house.root, name);

  before(async () => {
    house = await SmallHouse.build({
      'plugins/things/module.json': manifest('things', { requires: { database: '*' } }),
      'plugins/things/migrations/001_things.js': tables,
    });
    other = await makePlace();
    expect((await house.lectern('migrate', 'up')).stderr).to.equal('');
    await asked(house.env(), fill);
    await asked(house.env(), `insert into others select id, 'of ' || id from things`);
  });
  after(async () => {
    await house.clear();
    await other.clear();
  });

  /** The empty database beside the house's. */
  const elsewhere = (name = 'elsewhere') => (isServer ? other.env : { DATA_DIR: file(name) });

  async function asked(env: NodeJS.ProcessEnv, sql: string): Promise<Record<string, unknown>[]> {
    return inside(env, async ({ raw }) => (await raw(sql)).rows);
  }

  async function inside<T>(
    env: NodeJS.ProcessEnv,
    work: (use: {
      raw: (sql: string) => Promise<{ rows: Record<string, unknown>[] }>;
      catalogue: () => Promise<unknown>;
    }) => Promise<T>,
  ): Promise<T> {
    const kernel = await house.boot({ env });
    const { database } = kernel.services;
    await database.start();
    try {
      return await work({
        raw: async (sql) => database.knex.raw(sql.replaceAll('?', '\\?')),
        catalogue: () => catalogueOf(database),
      });
    } finally {
      await database.stop();
    }
  }

  const stateOf = (env: NodeJS.ProcessEnv) =>
    inside(env, async ({ raw, catalogue }) => ({
      digest: (await raw(digest)).rows,
      ledger: (await raw('select * from lectern_migrations order by module, name')).rows,
      catalogue: await catalogue(),
    }));

  it('writes a file that only its owner may read, and none over another one', async () => {
    const { status, stdout, stderr } = await house.lectern('backup', '--out', file('a.backup'));
    expect(stderr).to.equal('');
    expect(stdout).to.match(/a\.backup: \d+ tables with \d+ rows\.\n$/);
    expect(status).to.equal(0);
    expect(statSync(file('a.backup')).mode & 0o777).to.equal(0o600);
    const again = await house.lectern('backup', '--out', file('a.backup'));
    expect(again.stderr).to.include('is there already').and.include('--force');
    expect(again.status).to.equal(1);
    expect(readdirSync(house.root).filter((name) => name.includes('unfinished'))).to.deep.equal([]);
  });

  it('puts every table back as it was, counts, and gives numbers that go on', async () => {
    const { status, stdout, stderr } = await house.lecternWith(elsewhere(), 'restore', file('a.backup'), '--json');
    expect(stderr).to.equal('');
    expect(status).to.equal(0);
    expect(JSON.parse(stdout))
      .to.deep.include({ pending: [], remarks: [] })
      .and.nested.include({ 'tables.things': 1201 });
    const env = house.env(elsewhere());
    expect(await stateOf(env)).to.deep.equal(await stateOf(house.env()));
    expect(await asked(env, `insert into things (name) values ('next') returning id::int`)).to.deep.equal([
      { id: 1202 },
    ]);
  });

  it('refuses a database that is not empty unless it is told to replace it, and asks first', async () => {
    const refused = await house.lecternWith(elsewhere(), 'restore', file('a.backup'));
    expect(refused.stderr).to.include('is not empty').and.include('--replace');
    expect(refused.status).to.equal(1);
    const replaced = await house.lecternWith(elsewhere(), 'restore', file('a.backup'), '--replace', '--yes');
    expect(replaced.stderr).to.equal('');
    expect(replaced.status).to.equal(0);
    expect(await asked(house.env(elsewhere()), 'select count(*)::int as count from things')).to.deep.equal([
      { count: 1201 },
    ]);
  });

  it('moves to another engine row by row: every value, every number and the books are the same', async () => {
    const { stderr } = await house.lectern('backup', '--portable', '--out', file('p.backup'));
    expect(stderr).to.equal('');
    // From a server to the embedded database, or to another embedded one.
    const moved = { DATABASE_URL: '', DATA_DIR: file('moved') };
    const restored = await house.lecternWith(moved, 'restore', file('p.backup'));
    expect(restored.stderr).to.equal('');
    const [was, is] = [await stateOf(house.env()), await stateOf(house.env(moved))];
    expect(is.digest).to.deep.equal(was.digest);
    expect(is.ledger).to.deep.equal(was.ledger);
    if (!isServer) expect(is.catalogue).to.deep.equal(was.catalogue);
    // And back over what is there.
    const back = await house.lecternWith(elsewhere(), 'restore', file('p.backup'), '--replace', '--yes');
    expect(back.stderr).to.equal('');
    expect(await stateOf(house.env(elsewhere()))).to.deep.equal(was);
    const numbers = await asked(house.env(elsewhere()), `insert into things (name) values ('next') returning id::int`);
    expect(numbers).to.deep.equal([{ id: 1202 }]);
  });

  it('refuses what is damaged, not whole, too new or of something else, before it touches anything', async () => {
    const whole = readFileSync(file('p.backup'));
    const says = async (name: string, bytes: Buffer) => {
      writeFileSync(file(name), bytes);
      const { status, stderr } = await house.lectern('restore', file(name), '--check');
      expect(status).to.equal(1);
      return stderr;
    };
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(whole.length - 200) ^ 1, whole.length - 200);
    expect(await says('damaged.backup', damaged)).to.include('is damaged');
    expect(await says('half.backup', whole.subarray(0, whole.length / 2))).to.include('is not whole');
    expect(await says('head.backup', whole.subarray(0, 100))).to.include('is not whole');
    expect(
      await says('new.backup', Buffer.from(whole.toString('latin1').replace('BACKUP 1', 'BACKUP 9'), 'latin1')),
    ).to.include('newer');
    expect(await says('none.backup', Buffer.from('PGDMP'))).to.include('is no backup of Lectern');
    truncateSync(file('none.backup'), 0);
    expect(await says('none.backup', Buffer.from(''))).to.include('is no backup of Lectern');
  });

  it('refuses a backup whose migrations are not those of the installation', async () => {
    house.write({ 'plugins/things/migrations/001_things.js': `${tables}\n// edited` });
    const edited = await house.lecternWith(elsewhere('edited'), 'restore', file('p.backup'));
    expect(edited.stderr).to.include('The migration 001_things of things (plugins/things/migrations/001_things.js)');
    expect(edited.status).to.equal(1);
    house.write({ 'plugins/things/migrations/001_things.js': tables });
  });

  it('says that the disk is full', function () {
    const full = openSync('/dev/full', 'w');
    const args = [
      '--import',
      './core/kernel/boot/from_source.mjs',
      'core/cli/main.ts',
      '--root',
      house.root,
      'backup',
      '--out',
      '-',
    ];
    const options = {
      env: house.env(),
      encoding: 'utf8' as const,
      stdio: ['ignore', full, 'pipe'] as ('ignore' | 'pipe' | number)[],
    };
    const { status, stderr } = spawnSync(process.execPath, args, options);
    expect(stderr).to.include('ENOSPC');
    expect(status).to.equal(1);
  });

  it('refuses to back up what is kept nowhere, and what is empty', async () => {
    const memory = await house.lecternWith(
      { DATABASE_URL: '', DATA_DIR: 'memory' },
      'backup',
      '--out',
      file('m.backup'),
    );
    expect(memory.stderr).to.include('nothing to back up');
    const empty = await house.lecternWith(
      { DATABASE_URL: '', DATA_DIR: file('empty') },
      'backup',
      '--out',
      file('m.backup'),
    );
    expect(empty.stderr).to.include('holds no tables of Lectern').and.include('DATA_DIR');
    expect(existsSync(file('m.backup'))).to.equal(false);
  });
});
