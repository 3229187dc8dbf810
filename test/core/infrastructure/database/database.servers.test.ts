import { AsyncResource } from 'node:async_hooks';
import { expect } from 'chai';
import type { Database } from '../../../../core/infrastructure/database/database.ts';
import { Pages } from '../../../../core/infrastructure/database/lists/pages.ts';
import { ListOrder } from '../../../../core/infrastructure/database/lists/list_order.ts';
import { DatabaseUnavailable } from '../../../../core/infrastructure/database/index.ts';
import { eventually } from '../../../support/eventually.ts';
import { prepared, started } from '../../../support/started.ts';
import { DatabaseFixture, failureOf, limitsOf, whileBusy } from './support.ts';

describe('Database on a server', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start());
  const watcher = prepared(() => place.start());

  before(async () => {
    await database.raw('create table notes (id int primary key)');
  });

  it('cancels slow statements on the server', async () => {
    const hasty = await place.start({ statementTimeoutMs: 200 });
    const asked = {
      'pg_sleep(301)': () => hasty.raw('select pg_sleep(301)'),
      'pg_sleep(302)': () => hasty.statement('select pg_sleep(302)').all(),
      'pg_sleep(303)': () => hasty.read(hasty.knex.raw('select pg_sleep(303)')),
    };
    for (const [text, ask] of Object.entries(asked)) {
      const failure = await failureOf(ask());
      expect(failure).to.be.instanceOf(DatabaseUnavailable);
      expect((failure.cause as Error).message).to.include('timeout');
      await eventually(async () => expect(await runningLike(text)).to.equal(0));
    }
    expect(await hasty.statement('select 1 as one').first()).to.deep.equal({ one: 1 });
  });

  it('cancels a transaction on the server that waits too long for a lock', async () => {
    const hasty = await place.start({ statementTimeoutMs: 200 });
    const blocked = 'lock table notes in exclusive mode';
    await database.transaction(async () => {
      await database.raw(blocked);
      expect(await failureOf(hasty.transaction(async () => hasty.raw(blocked)))).to.be.instanceOf(DatabaseUnavailable);
      await eventually(async () => expect(await runningLike(blocked)).to.equal(0));
    });
  });

  it('closes all connections to a server that has become read-only', async () => {
    const small = await place.start({ poolMax: 2 });
    const before = await pidsOf(small);
    await small.transaction(async () => {
      await small.raw('set session characteristics as transaction read only');
    });
    const failure = await failureOf(Promise.all([1, 2].map((id) => small.table('notes').insert({ id }))));
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    expect(await pidsOf(small))
      .to.not.include.members([before[0]])
      .and.not.include.members([before[1]]);
    await small.table('notes').insert({ id: 3 });
  });

  it('closes idle connections after a query without an answer', async () => {
    const hasty = await place.start({ poolMax: 2, statementTimeoutMs: 200 });
    const before = await pidsOf(hasty);
    await failureOf(hasty.raw('select pg_sleep(300)'));
    expect(await pidsOf(hasty))
      .to.not.include.members([before[0]])
      .and.not.include.members([before[1]]);
  });

  it('keeps reserved connections for check() and database.reserved only', async () => {
    const small = await place.start({ poolMax: 1, reservedConnections: 1, acquireTimeoutMs: 200 });
    expect(await small.reserved.raw('select 1'), 'the ordinary one is free').to.have.property('rowCount', 1);
    await small.transaction(async () => {
      await small.raw('select 1');
      await outside.runInAsyncScope(async () => {
        expect(await failureOf(small.raw('select 1'))).to.be.instanceOf(DatabaseUnavailable);
        await small.check();
        await small.reserved.transaction(async () => {
          await small.table('notes').insert({ id: 4 });
        });
      });
    });
    expect(await database.table('notes').where('id', 4)).to.have.lengthOf(1);
  });

  it('keeps lists for operators on operatorConnections, and other statements off them', async () => {
    const small = await place.start({ poolMax: 1, operatorConnections: 1, acquireTimeoutMs: 3_000 });
    const pages = new Pages(small, 'notes');
    const list = (forOperators: boolean) =>
      pages.read({
        order: new ListOrder('notes', [{ column: 'id', type: 'integer' }]),
        columns: () => ['id'],
        found: (q) => q('notes'),
        values: {},
        place: { offset: 0, limit: 1 },
        variant: 'all',
        list: undefined,
        forOperators,
      });
    await small.operators.transaction(async () => {
      await small.operators.raw('select 1');
      await outside.runInAsyncScope(async () => {
        await eventually(() => list(false));
        const failure = await failureOf(list(true));
        expect(failure).to.be.instanceOf(DatabaseUnavailable);
        expect((failure as Error).message).to.include('raise modules.database.operatorConnections');
      });
    });
    await small.transaction(async () => {
      await small.raw('select 1');
      await outside.runInAsyncScope(() => eventually(() => list(true)));
    });
  });

  it('applies backgroundTimeoutMs inside withBackgroundTimeout()', async () => {
    const hasty = await place.start({ statementTimeoutMs: 100, backgroundTimeoutMs: 20_000 });
    await hasty.withBackgroundTimeout(async () => {
      await hasty.raw('select pg_sleep(0.3)');
      await hasty.transaction(async () => hasty.raw('select pg_sleep(0.3)'));
    });
    expect(await failureOf(hasty.raw('select pg_sleep(30)'))).to.be.instanceOf(DatabaseUnavailable);
    expect(
      await failureOf(hasty.withBackgroundTimeout(async () => hasty.raw('select pg_sleep(30)'), 50)),
    ).to.be.instanceOf(DatabaseUnavailable);
  });

  it('reconnects after the server has ended an idle connection', async () => {
    const victim = await place.start({ poolMax: 1 });
    await terminateOthers(database, victim);
    await eventually(async () => victim.raw('select 1'));
  });

  it('throws DatabaseUnavailable for a query whose connection ends, and reconnects', async () => {
    const victim = await place.start({ poolMax: 1 });
    const pid = await pidOf(victim);
    const sleeping = failureOf(victim.raw('select pg_sleep(30)'));
    await eventually(() => terminateSleeping(database, pid));
    expect(await sleeping).to.be.instanceOf(DatabaseUnavailable);
    await eventually(async () => victim.raw('select 1'));
  });

  it('abandons a transaction in which a query exceeds its time limit', async () => {
    const hasty = await place.start({ poolMax: 1, statementTimeoutMs: 100 });
    const pid = await pidOf(hasty);
    const started = performance.now();
    const failure = await failureOf(hasty.transaction(async () => hasty.raw('select pg_sleep(30)')));
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    // knex waits five seconds for a ROLLBACK that has no answer.
    expect(performance.now() - started).to.be.below(5000);
    expect(await pidOf(hasty)).to.not.equal(pid);
    await database.raw('select pg_terminate_backend(?)', [pid]);
  });

  it('applies the query limit that a transaction sets', async () => {
    const hasty = await place.start({ poolMax: 1, statementTimeoutMs: 100 });
    await hasty.transaction(async () => hasty.raw('select pg_sleep(0.3)'), { queryLimitMs: 0 });
    expect(await failureOf(hasty.raw('select pg_sleep(0.3)'))).to.be.instanceOf(DatabaseUnavailable);
  });

  it('explains in the error that all connections are in use', async () => {
    const small = await place.start({ poolMax: 2, acquireTimeoutMs: 200 });
    const failure = await whileBusy(small, 2, () => failureOf(small.raw('select 1')));
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    expect(failure.message).to.contain('200 ms').and.contain('all 2 are in use').and.contain('database.poolMax');
  });

  it('waits less than three seconds in all by default', () => {
    const { acquireConnectionTimeout, queryLimit } = limitsOf(
      place.make({ acquireTimeoutMs: 0, statementTimeoutMs: 0 }),
    );
    expect(acquireConnectionTimeout + queryLimit()).to.be.below(3000);
  });

  async function runningLike(sql: string): Promise<number> {
    const { rows } = await watcher.raw(
      "select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and position(? in query) > 0",
      [sql],
    );
    return rows.length;
  }
});

/** Process ids of the two connections of a pool. */
async function pidsOf(database: Database): Promise<number[]> {
  const both = [1, 2].map(() => database.raw<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.05)'));
  return (await Promise.all(both)).map(({ rows: [row] }) => row!.pid);
}

// Created outside of transactions, so that queries in its scope join none.
const outside = new AsyncResource('outside of transactions');

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
