import { expect } from 'chai';
import { SharedCount } from '../../../../../core/infrastructure/database/cache/shared_count.ts';
import { prepared, started } from '../../../../support/started.ts';
import { DatabaseFixture } from '../support.ts';

const MANY = 5_000;

describe('A shared count', () => {
  const place = started(() => DatabaseFixture.make());
  let totals: SharedCount;
  /** Number of computations. */
  let counted: number;
  /** Value of `performance.now()`; only the tests advance it. */
  let time: number;

  const database = prepared(() => place.start());

  beforeEach(() => {
    totals = new SharedCount(database, 'things');
    counted = 0;
    time = Math.round(performance.now());
    performance.now = () => time;
  });
  afterEach(() => {
    Reflect.deleteProperty(performance, 'now');
  });

  const ask = (total: number) => totals.of('all', () => (counted++, Promise.resolve(total)));

  /** Starts a renewal of the count. @returns its promise, to be settled by the test */
  async function renewing(known: number): Promise<PromiseWithResolvers<number>> {
    const renewal = withResolvers<number>();
    time += 1_001;
    expect(await totals.of('all', () => renewal.promise)).to.equal(known);
    return renewal;
  }

  it('is computed once for concurrent callers, and kept afterwards', async () => {
    expect(await Promise.all([ask(MANY), ask(1), ask(2)])).to.deep.equal([MANY, MANY, MANY]);
    expect(await ask(3)).to.equal(MANY);
    expect(counted).to.equal(1);
  });

  it('is computed each time if it is below 1,000', async () => {
    expect(await ask(999)).to.equal(999);
    expect(await ask(998)).to.equal(998);
  });

  it('is kept separately for each key', async () => {
    await ask(MANY);
    expect(await totals.of('some', () => Promise.resolve(MANY - 1))).to.equal(MANY - 1);
  });

  it('is computed again after a change of its table only', async () => {
    await ask(MANY);
    database.changed('others');
    expect(await ask(MANY + 1)).to.equal(MANY);
    database.changed('things');
    expect(await ask(MANY + 1)).to.equal(MANY + 1);
  });

  it('is kept until the change is committed', async () => {
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

  it('is computed anew in a transaction, and not shared with other callers', async () => {
    expect(await database.transaction(() => ask(MANY + 1))).to.equal(MANY + 1);
    expect(await ask(MANY)).to.equal(MANY);
    expect(await database.transaction(() => ask(MANY + 1))).to.equal(MANY + 1);
    expect(await ask(MANY + 2)).to.equal(MANY);
  });

  it('is refused by database.shared() inside a transaction', async () => {
    const sharing = database.transaction(() => database.shared(() => Promise.resolve(MANY)));
    expect(await messageOf(sharing))
      .to.include('inside of a transaction')
      .and.to.include('call the load function directly');
  });

  it('is renewed in the background after one second', async () => {
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

  it('is never older than two seconds, even if its renewal is slow', async () => {
    await ask(MANY);
    await renewing(MANY);
    time += 998;
    expect(await ask(MANY + 1)).to.equal(MANY);
    time += 1;
    expect(await ask(MANY + 1)).to.equal(MANY + 1);
  });

  it('is not kept if the table changed during the computation', async () => {
    await ask(MANY);
    const renewal = await renewing(MANY);
    database.changed('things');
    expect(await ask(MANY + 1)).to.equal(MANY + 1);
    renewal.resolve(MANY);
    await renewal.promise;
    expect(await ask(2)).to.equal(MANY + 1);
  });

  it('throws the error of a failed computation, and does not keep it', async () => {
    const failing = () => totals.of('all', () => Promise.reject(new Error('no database')));
    expect(await messageOf(failing())).to.equal('no database');
    expect(await ask(MANY)).to.equal(MANY);
    (await renewing(MANY)).reject(new Error('no database'));
    let total = MANY;
    while (total === MANY) total = await ask(MANY + 1);
    expect(total).to.equal(MANY + 1);
  });
});

describe('A shared count with read replicas', () => {
  it('is computed anew for a user who wrote lately, and not kept', async () => {
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

/** Type of `Promise.withResolvers()`, which Node 20 lacks. */
interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}
