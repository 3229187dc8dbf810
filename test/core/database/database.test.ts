import { inspect } from 'node:util';
import { after, before, describe, it } from 'mocha';
import { expect } from 'chai';
import type { Database } from '../../../core/database/database.ts';
import { DatabaseUnavailable } from '../../../core/database/index.ts';
import { Place, embedded, failureOf, itEmbedded, itOnServer } from './support.ts';

describe('Database', () => {
  let place: Place;
  let database: Database;

  before(async () => {
    place = await Place.make();
    database = await place.start();
    await database.raw('create table items (id int8 primary key, name text, price numeric(10,2) check (price >= 0))');
    await database.raw('create unique index items_name on items (name)');
  });

  after(() => place.clear());

  it('says which engine answers', () => {
    expect(database.engine).to.equal(place.url ? 'postgresql' : 'embedded');
  });

  it('keeps 64-bit integers and numerics exact, as text', async () => {
    await database.table('items').insert({ id: '9007199254740993', name: 'big', price: '9.90' });
    const row = await database.table('items').where('name', 'big').first();
    expect(row).to.deep.equal({ id: '9007199254740993', name: 'big', price: '9.90' });
  });

  it('answers the number of rows a deletion hit, also when none', async () => {
    expect(await database.table('items').where('name', 'nobody').delete()).to.equal(0);
  });

  it('passes constraint violations on with code and constraint', async () => {
    await database.table('items').insert({ id: 1, name: 'one' });
    const twice = await failureOf(database.table('items').insert({ id: 2, name: 'one' }));
    expect(twice).to.include({ code: '23505', constraint: 'items_name' });
    const negative = await failureOf(database.table('items').insert({ id: 2, price: -1 }));
    expect(negative).to.include({ code: '23514', constraint: 'items_price_check' });
  });

  it('keeps values out of error messages', async () => {
    const failure = await failureOf(database.table('nowhere').insert({ password: 'open sesame' }));
    expect(failure.message).to.contain('nowhere').and.not.contain('open sesame');
    // knex takes the operator `?` for a place to show a value in.
    const operator = await failureOf(database.raw("select '{}'::jsonb \\? 'a', ?::nowhere", ['open sesame']));
    expect(operator.message).to.contain('nowhere').and.not.contain('open sesame');
  });

  it('says that it answers', () => database.check());

  itOnServer('survives the end of idle connections', async () => {
    const victim = await place.start({ poolMax: 1 });
    await terminateOthers(database, victim);
    await eventually(() => victim.raw('select 1'));
  });

  itOnServer('answers "unavailable" for a query whose connection is ended, and goes on', async () => {
    const victim = await place.start({ poolMax: 1 });
    const pid = await pidOf(victim);
    const sleeping = failureOf(victim.raw('select pg_sleep(30)'));
    await eventually(() => terminateSleeping(database, pid));
    expect(await sleeping).to.be.instanceOf(DatabaseUnavailable);
    await eventually(() => victim.raw('select 1'));
  });

  itOnServer('gives up a query that takes too long, and its connection', async () => {
    const hasty = await place.start({ poolMax: 1, statementTimeoutMs: 100 });
    const pid = await pidOf(hasty);
    expect(await failureOf(hasty.raw('select pg_sleep(30)'))).to.be.instanceOf(DatabaseUnavailable);
    expect(await pidOf(hasty)).to.not.equal(pid);
    await database.raw('select pg_terminate_backend(?)', [pid]);
  });

  itOnServer('gives up a transaction in which a query takes too long', async () => {
    const hasty = await place.start({ poolMax: 1, statementTimeoutMs: 100 });
    const pid = await pidOf(hasty);
    const started = Date.now();
    const failure = await failureOf(hasty.transaction(async () => hasty.raw('select pg_sleep(30)')));
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    // knex waits five seconds for a ROLLBACK that has no answer.
    expect(Date.now() - started).to.be.below(3000);
    expect(await pidOf(hasty)).to.not.equal(pid);
    await database.raw('select pg_terminate_backend(?)', [pid]);
  });

  itOnServer('lets a transaction have another time limit', async () => {
    const hasty = await place.start({ poolMax: 1, statementTimeoutMs: 100 });
    await hasty.transaction(async () => hasty.raw('select pg_sleep(0.3)'), { queryLimitMs: 0 });
    expect(await failureOf(hasty.raw('select pg_sleep(0.3)'))).to.be.instanceOf(DatabaseUnavailable);
  });

  itOnServer('says so when all connections are in use', async () => {
    const small = await place.start({ poolMax: 2, acquireTimeoutMs: 200 });
    const failure = await whileBusy(small, 2, () => failureOf(small.raw('select 1')));
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    expect(failure.message).to.contain('200 ms').and.contain('all 2 are in use').and.contain('database.poolMax');
  });

  itEmbedded('says so when a query is made outside of the transaction that has the only connection', async () => {
    const small = await place.start({ acquireTimeoutMs: 200 });
    const failure = await whileBusy(small, 1, () => failureOf(small.raw('select 1')));
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    expect(failure.message).to.contain('a query was made outside the open transaction');
  });

  it('does not answer a check within two seconds when no connection is free', async () => {
    const small = await place.start({ poolMax: 1 });
    const failure = await whileBusy(small, 1, () => failureOf(small.check()));
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    expect(failure.message).to.contain('2000 ms');
  });
});

describe('Database, away or wrongly set', () => {
  it('is unavailable when no server is there, and keeps the password to itself', async () => {
    const lines: string[] = [];
    const note = (about: object, message: string) => void lines.push(inspect(about) + message);
    const database = embedded({ url: 'postgres://someone:sesame@127.0.0.1:1/none' });
    const failure = await failureOf(database.start());
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    expect(failure).to.include({ code: 'DATABASE_UNAVAILABLE', unavailable: true });
    expect(failure.cause).to.have.property('code', 'ECONNREFUSED');
    expect(failure.message).to.contain('ECONNREFUSED').and.contain('DATABASE_URL');
    note(failure, failure.message);
    note(database.knex.client, '');
    expect(lines.join()).to.not.contain('sesame');
    await database.stop();
  });

  it('refuses an address that is none without repeating it', () => {
    for (const url of ['mysql://root:sesame@db/x', 'sesame']) {
      expect(() => embedded({ url }))
        .to.throw(/DATABASE_URL.*postgres:\/\//)
        .and.satisfy(lacks('sesame'));
    }
  });

  it('says what to call when it is used before its start', async () => {
    const database = embedded({ dataDir: 'memory' });
    expect((await failureOf(database.raw('select 1'))).message).to.contain('database.start()');
    await database.stop();
  });

  it('refuses the embedded database in production', async () => {
    const failure = await failureOf(embedded({}, 'production').start());
    expect(failure.message).to.contain('DATABASE_URL').and.contain('LECTERN_ALLOW_EMBEDDED');
  });

  it('allows the embedded database in production when told to', async () => {
    const database = embedded({ allowEmbeddedInProduction: true }, 'production');
    await database.start();
    await database.stop();
  });
});

const lacks = (word: string) => (error: Error) => !inspect(error).includes(word);

async function pidOf(database: Database): Promise<number> {
  const { rows } = await database.raw<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid as number;
}

async function terminateOthers(by: Database, victim: Database): Promise<void> {
  await by.raw('select pg_terminate_backend(?)', [await pidOf(victim)]);
}

async function terminateSleeping(by: Database, pid: number): Promise<void> {
  const { rows } = await by.raw(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid = ? and query like '%pg_sleep%'",
    [pid],
  );
  if (rows.length === 0) throw new Error('It does not sleep yet.');
}

/** Repeats until it succeeds; the time limit of the test ends it otherwise. */
async function eventually(work: () => PromiseLike<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch {
      await new Promise(setImmediate);
    }
  }
}

/** Runs `work` while `count` transactions keep their connections. */
async function whileBusy<T>(database: Database, count: number, work: () => Promise<T>): Promise<T> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const begun: Promise<void>[] = [];
  const transactions = Array.from({ length: count }, () => {
    let note = () => {};
    begun.push(new Promise((resolve) => (note = resolve)));
    return database.transaction(async () => {
      await database.raw('select 1');
      note();
      await released;
    });
  });
  await Promise.all(begun);
  return work().finally(() => {
    release();
    return Promise.all(transactions);
  });
}
