import { after, before, beforeEach, describe, it } from 'mocha';
import { expect } from 'chai';
import { TooLate } from 'lectern';
import type { Database } from '../../../core/database/database.ts';
import { Migrations } from '../../../core/database/index.ts';
import { file, moduleOf } from './shop_migrations.ts';
import { Place, failureOf, itOnServer, silent } from './support.ts';

describe('A transaction that is aborted', () => {
  let place: Place;
  let database: Database;

  before(async () => {
    place = await Place.make();
    database = await place.start();
    await database.raw('create table marks (name text primary key)');
  });
  beforeEach(async () => {
    await database.table('marks').delete();
  });
  after(() => place.clear());

  const mark = (name: string) => database.table('marks').insert({ name });
  const marks = async () => (await database.table<{ name: string }>('marks')).map(({ name }) => name);
  const oops = new Error('oops');
  const pause = () => new Promise<void>(() => {});

  it('is rolled back at once, and its connection is free', async () => {
    const control = new AbortController();
    const work = async () => {
      await mark('a');
      control.abort(oops);
      await pause();
    };
    expect(await failureOf(database.transaction(work, { signal: control.signal }))).to.equal(oops);
    expect(await marks()).to.deep.equal([]);
  });

  it('refuses what its work still asks for', async () => {
    const control = new AbortController();
    let goOn = () => {};
    const paused = new Promise<void>((resolve) => (goOn = resolve));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let late: Promise<unknown[]> | undefined;
    const work = async () => {
      begin();
      const asked = [() => mark('late'), () => database.transaction(async () => mark('late'))];
      late = paused.then(() => Promise.all(asked.map((ask) => failureOf(paused.then(ask)))));
      await late;
    };
    const failure = failureOf(database.transaction(work, { signal: control.signal }));
    await begun;
    control.abort(oops);
    expect(await failure).to.equal(oops);
    goOn();
    for (const refusal of (await late)!) {
      expect(refusal).to.have.property('message', 'The transaction was given up and rolled back (oops).');
    }
    expect(await marks()).to.deep.equal([]);
  });

  it('before it began does nothing', async () => {
    const signal = AbortSignal.abort(oops);
    expect(await failureOf(database.transaction(async () => mark('a'), { signal }))).to.equal(oops);
    expect(await marks()).to.deep.equal([]);
  });

  it('after it was committed stands', async () => {
    const control = new AbortController();
    await database.transaction(async () => mark('a'), { signal: control.signal });
    control.abort(oops);
    expect(await marks()).to.deep.equal(['a']);
  });
});

describe('A migration after its deadline', () => {
  let place: Place;
  let database: Database;
  let migrations: Migrations;

  before(async () => {
    place = await Place.make();
    database = await place.start();
    migrations = new Migrations({ database, logger: silent });
  });
  after(() => place.clear());

  it('refuses what it still asks for', async () => {
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

  itOnServer('has its statement ended, and the lease given back', async () => {
    const stuck = file('002', {
      up: async (knex) => {
        knex.raw('select pg_sleep(600)').catch(() => {});
        await new Promise(setImmediate);
        throw new TooLate('up() did not end');
      },
    });
    await failureOf(migrations.exclusively(() => migrations.up(moduleOf(stuck))));
    expect(await migrations.exclusively(() => migrations.up(moduleOf(file('003'))))).to.deep.equal(['003']);
  }).timeout(4_500);
});
