import { AsyncResource } from 'node:async_hooks';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Database } from '../../../core/database/database.ts';
import { DatabaseUnavailable } from '../../../core/database/index.ts';
import { eventually } from '../../support/eventually.ts';
import { Place, failureOf, itOnServer } from './support.ts';

describe('Database, in hard times', () => {
  let place: Place;
  let database: Database;
  let watcher: Database;

  before(async () => {
    place = await Place.make();
    database = await place.start();
    watcher = place.url ? await place.start() : database;
    await database.raw('create table notes (id int primary key)');
  });
  after(() => place.clear());

  itOnServer('has the server end what takes too long', async () => {
    const hasty = await place.start({ statementTimeoutMs: 200 });
    const asked = {
      'pg_sleep(301)': () => hasty.raw('select pg_sleep(301)'),
      'pg_sleep(302)': () => hasty.statement((q) => q.raw('select pg_sleep(302)')).all(),
      'pg_sleep(303)': () => hasty.read(hasty.knex.raw('select pg_sleep(303)')),
    };
    for (const [text, ask] of Object.entries(asked)) {
      const failure = await failureOf(ask());
      expect(failure).to.be.instanceOf(DatabaseUnavailable);
      expect((failure.cause as Error).message).to.include('timeout');
      await eventually(async () => expect(await runningLike(text)).to.equal(0));
    }
    expect(await hasty.statement((q) => q.raw('select 1 as one')).first()).to.deep.equal({ one: 1 });
  });

  itOnServer('has the server end a transaction that waits for a lock too long', async () => {
    const hasty = await place.start({ statementTimeoutMs: 200 });
    const blocked = 'lock table notes in exclusive mode';
    await database.transaction(async () => {
      await database.raw(blocked);
      expect(await failureOf(hasty.transaction(async () => hasty.raw(blocked)))).to.be.instanceOf(DatabaseUnavailable);
      await eventually(async () => expect(await runningLike(blocked)).to.equal(0));
    });
  });

  itOnServer('leaves a server that takes no writes any more, with all connections', async () => {
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

  itOnServer('keeps no idle connection when another one got no answer', async () => {
    const hasty = await place.start({ poolMax: 2, statementTimeoutMs: 200 });
    const before = await pidsOf(hasty);
    await failureOf(hasty.raw('select pg_sleep(300)'));
    expect(await pidsOf(hasty))
      .to.not.include.members([before[0]])
      .and.not.include.members([before[1]]);
  });

  itOnServer('has connections in reserve for what must come through, and only for that', async () => {
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

  it('makes do without a reserve on the embedded database', async () => {
    const one = place.url ? database : await place.start({ reservedConnections: 2 });
    const { rows } = await one.reserved.raw('select 1 as one');
    expect(rows).to.deep.equal([{ one: 1 }]);
    expect(one.reserved.reserved).to.equal(one.reserved);
  });

  itOnServer('is patient with what nobody waits for', async () => {
    const hasty = await place.start({ statementTimeoutMs: 100, backgroundTimeoutMs: 20_000 });
    await hasty.patiently(async () => {
      await hasty.raw('select pg_sleep(0.3)');
      await hasty.transaction(async () => hasty.raw('select pg_sleep(0.3)'));
    });
    expect(await failureOf(hasty.raw('select pg_sleep(30)'))).to.be.instanceOf(DatabaseUnavailable);
    expect(await failureOf(hasty.patiently(async () => hasty.raw('select pg_sleep(30)'), 50))).to.be.instanceOf(
      DatabaseUnavailable,
    );
  });

  it('has limits below three seconds together on a server, and longer ones embedded', async () => {
    const usual = await place.start({ acquireTimeoutMs: 0, statementTimeoutMs: 0 });
    const { config } = usual.knex.client as { config: { acquireConnectionTimeout: number; queryLimit: () => number } };
    const longest = config.acquireConnectionTimeout + config.queryLimit();
    if (place.url) expect(longest).to.be.below(3000);
    else expect(longest).to.equal(20_000);
  });

  async function runningLike(sql: string): Promise<number> {
    const { rows } = await watcher.raw(
      "select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and position(? in query) > 0",
      [sql],
    );
    return rows.length;
  }
});

/** The connections of a pool of two. */
async function pidsOf(database: Database): Promise<number[]> {
  const both = [1, 2].map(() => database.raw<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.05)'));
  return (await Promise.all(both)).map(({ rows: [row] }) => row!.pid);
}

// Made while no transaction was open, so that what runs in it belongs to none.
const outside = new AsyncResource('outside of transactions');
