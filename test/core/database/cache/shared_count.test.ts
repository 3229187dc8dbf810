import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { SharedCount } from '../../../../core/database/cache/shared_count.ts';
import type { Database } from '../../../../core/database/database.ts';
import { DatabaseFixture } from '../support.ts';

const MANY = 5_000;

describe('counts that many share', () => {
  let place: DatabaseFixture;
  let database: Database;
  let totals: SharedCount;
  /** How often each count was made. */
  let counted: number;
  /** What `performance.now()` says, which stands still between two moves. */
  let time: number;

  before(async () => {
    place = await DatabaseFixture.make();
    database = await place.start();
  });
  beforeEach(() => {
    totals = new SharedCount(database, 'things');
    counted = 0;
    time = Math.round(performance.now());
    performance.now = () => time;
  });
  afterEach(() => {
    Reflect.deleteProperty(performance, 'now');
  });
  after(() => place.clear());

  const ask = (total: number) => totals.of('all', () => (counted++, Promise.resolve(total)));

  /** Asks when the count is old enough to be renewed, which ends when it is told how. */
  async function renewing(known: number): Promise<PromiseWithResolvers<number>> {
    const renewal = withResolvers<number>();
    time += 1_001;
    expect(await totals.of('all', () => renewal.promise)).to.equal(known);
    return renewal;
  }

  it('are made once for all who ask at the same time, and for a while after', async () => {
    expect(await Promise.all([ask(MANY), ask(1), ask(2)])).to.deep.equal([MANY, MANY, MANY]);
    expect(await ask(3)).to.equal(MANY);
    expect(counted).to.equal(1);
  });

  it('are made each time where there is little to count', async () => {
    expect(await ask(999)).to.equal(999);
    expect(await ask(998)).to.equal(998);
  });

  it('are told apart by their keys', async () => {
    await ask(MANY);
    expect(await totals.of('some', () => Promise.resolve(MANY - 1))).to.equal(MANY - 1);
  });

  it('are made anew after a change of the table, and of no other', async () => {
    await ask(MANY);
    database.changed('others');
    expect(await ask(MANY + 1)).to.equal(MANY);
    database.changed('things');
    expect(await ask(MANY + 1)).to.equal(MANY + 1);
  });

  it('stand until the change is committed', async () => {
    await ask(MANY);
    const failing = database.transaction(() => {
      database.changed('things');
      return Promise.reject(new Error('rolled back'));
    });
    expect(await messageOf(failing)).to.equal('rolled back');
    expect(await ask(MANY + 1)).to.equal(MANY);
    await database.transaction(async () => {
      database.changed('things');
      await database.raw('select 1');
    });
    expect(await ask(MANY + 1)).to.equal(MANY + 1);
  });

  it('are one`s own in a transaction: others do not see what is not committed', async () => {
    expect(await database.transaction(() => ask(MANY + 1))).to.equal(MANY + 1);
    expect(await ask(MANY)).to.equal(MANY);
    expect(await database.transaction(() => ask(MANY + 1))).to.equal(MANY + 1);
    expect(await ask(MANY + 2)).to.equal(MANY);
  });

  it('cannot be shared out of a transaction, whatever shares them', async () => {
    const sharing = database.transaction(() => database.shared(() => Promise.resolve(MANY)));
    expect(await messageOf(sharing))
      .to.include('inside of a transaction')
      .and.to.include('; use Batch');
  });

  it('are renewed after a second, while nobody waits', async () => {
    await ask(MANY);
    time += 1_000;
    expect(await ask(1)).to.equal(MANY);
    expect(counted).to.equal(1);
    time -= 1_000;
    const renewal = await renewing(MANY);
    expect(await ask(1)).to.equal(MANY);
    renewal.resolve(MANY + 1);
    await renewal.promise;
    expect(await ask(2)).to.equal(MANY + 1);
    expect(counted).to.equal(1);
  });

  it('are not older than two seconds, however long the next one takes', async () => {
    await ask(MANY);
    await renewing(MANY);
    time += 998;
    expect(await ask(MANY + 1)).to.equal(MANY);
    time += 1;
    expect(await ask(MANY + 1)).to.equal(MANY + 1);
  });

  it('that were under way when the table changed are not kept', async () => {
    await ask(MANY);
    const renewal = await renewing(MANY);
    database.changed('things');
    expect(await ask(MANY + 1)).to.equal(MANY + 1);
    renewal.resolve(MANY);
    await renewal.promise;
    expect(await ask(2)).to.equal(MANY + 1);
  });

  it('that fail are not kept, and whoever asked is told', async () => {
    const failing = () => totals.of('all', () => Promise.reject(new Error('no database')));
    expect(await messageOf(failing())).to.equal('no database');
    expect(await ask(MANY)).to.equal(MANY);
    (await renewing(MANY)).reject(new Error('no database'));
    let total = MANY;
    while (total === MANY) total = await ask(MANY + 1);
    expect(total).to.equal(MANY + 1);
  });
});

describe('A total that is kept for a while', () => {
  it('is not what a read replica has counted for somebody who has just changed something', async () => {
    const database = {
      replicas: {},
      inTransaction: false,
      onChange: () => undefined,
      shared: (read: () => unknown) => read(),
    } as never;
    const totals = new SharedCount(database, 'articles');
    const call = (user?: object) => ({ user, request: { message: { method: 'GET' } } }) as never;
    const count = (total: number, user?: object) => totals.of('all', () => Promise.resolve(total), call(user));
    expect(await count(5000)).to.equal(5000);
    expect(await count(5001, { wroteLately: false })).to.equal(5000);
    expect(await count(5001, { wroteLately: true })).to.equal(5001);
    expect(await count(5002)).to.equal(5000);
  });
});

function messageOf(failing: Promise<unknown>): Promise<unknown> {
  return failing.catch((error: unknown) => (error as Error).message);
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let parts: Omit<PromiseWithResolvers<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => (parts = { resolve, reject }));
  return { promise, ...(parts as Omit<PromiseWithResolvers<T>, 'promise'>) };
}

/** As later versions of Node have it. */
interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}
