import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { manifest } from '../../../../support/installation.ts';
import { prepared, started } from '../../../../support/started.ts';
import { eventually, Fleet } from '../../jobs/fleet.ts';

/** Slow reads, each by another function of the database. */
const slow = {
  'plugins/slow/module.json': manifest('slow', { requires: { database: '*' } }),
  'plugins/slow/resources/sleeps.js': `
    import { defineResource, input, raw } from 'lectern';
    import { RowsById } from 'lectern/core';
    const readers = [];
    let rows;
    const ways = {
      together: async (database, call) => {
        rows ??= new RowsById(database, (q) => q('sleepy').select('id'));
        process.emit('somebody reads');
        // The first request reads first, in the same turn as the second one.
        await new Promise((resolve) => (readers.push(resolve) === 2 ? readers.forEach((go) => go()) : undefined));
        await rows.find('1', call);
      },
      builder: (database) => database.table('pg_class').select(database.raw('pg_sleep(50) as builder')).limit(1),
      raw: (database) => database.raw('select pg_sleep(50) as raw'),
      statement: (database) => database.statement((q) => q.raw('select pg_sleep(50) as statement')).all(),
      later: async (database, call) => {
        await database.raw('select 1');
        return database.read(database.knex.raw('select pg_sleep(50) as later'), call);
      },
      transaction: (database, call) => database.transaction(async () => {
        await database.read(database.knex.raw('insert into slept select 1 from pg_sleep(1)'), call);
      }),
      joining: (database) => {
        const query = database.raw('insert into slept select 3 from pg_sleep(1)');
        return database.knex.transaction((transaction) => query.transacting(transaction));
      },
    };
    export default defineResource('/plugins/slow/sleeps', {
      uses: ['database'],
      search: {
        open: true,
        accepts: { way: input.text() },
        returns: [raw],
        run: async ({ database }, call) => {
          await ways[call.input.way](database, call);
          return { slept: true };
        },
      },
      add: {
        open: true,
        returns: [raw],
        run: async ({ database }) => {
          await database.raw('insert into slept select 2 from pg_sleep(1)');
          return { slept: true };
        },
      },
    });`,
};

describe('A read for a client that disconnects', () => {
  const fleet = started(() => Fleet.make(['database'], slow));
  const away = { database: { statementTimeoutMs: 60_000, poolMax: 2 } };

  const one = prepared(() => fleet.replica(away));

  before(async () => {
    await one.kernel.services.database.raw('create table slept (how int)');
    await one.kernel.services.database.raw('create view sleepy as select 1::bigint as id from pg_sleep(1)');
  });

  for (const way of ['builder', 'raw', 'statement', 'later']) {
    it(`is cancelled on the server (${way})`, async () => {
      const asked = ask('GET', `?way=${way}`);
      await eventually(() => isRunning(way));
      asked.destroy();
      await eventually(async () => !(await isRunning(way)));
    });
  }

  it('is not sent if it was waiting for a connection', async () => {
    const first = [1, 2].map(() => ask('GET', '?way=raw'));
    await eventually(() => isRunning('raw', 2));
    const second = ask('GET', '?way=statement');
    await eventually(() => waiting() > 0);
    second.destroy();
    for (const asked of first) asked.destroy();
    await eventually(async () => !(await isRunning('raw')) && waiting() === 0);
    expect(await isRunning('statement')).to.equal(false);
  });

  it('continues if another client waits for the same rows', async () => {
    const reads = once(process, 'somebody reads');
    const first = ask('GET', '?way=together');
    await reads;
    const second = ask('GET', '?way=together');
    const answered = once(second, 'response');
    await eventually(() => isRunning('sleepy'));
    first.destroy();
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.resume().statusCode).to.equal(200);
  });

  it('is not logged as an error, and its plugin stays in the state running', async () => {
    expect(fleet.logs.join('')).to.not.include('the request failed');
    expect((await one.api.get('/readyz')).body.plugins).to.deep.equal([{ name: 'slow', state: 'running' }]);
  });

  it('continues in a transaction, and so does a write', async () => {
    const [read, write] = [ask('GET', '?way=transaction'), ask('POST')];
    await eventually(() => isRunning('insert into slept', 2));
    read.destroy();
    write.destroy();
    const { database } = one.kernel.services;
    await eventually(async () => (await database.table('slept').select()).length === 2);
  });

  it('continues if its query has joined a transaction of knex', async () => {
    const asked = ask('GET', '?way=joining');
    await eventually(() => isRunning('insert into slept select 3'));
    asked.destroy();
    const { database } = one.kernel.services;
    await eventually(async () => (await database.table('slept').where('how', 3)).length === 1);
  });

  function ask(method: string, query = ''): ClientRequest {
    const asked = request(`${one.kernel.url}/api/plugins/slow/sleeps${query}`, { method, agent: false });
    return asked.on('error', () => undefined).end();
  }

  /** Waiting statements of the pool. */
  function waiting(): number {
    const { pool } = one.kernel.services.database.knex.client as { pool: { numPendingAcquires(): number } };
    return pool.numPendingAcquires();
  }

  async function isRunning(text: string, times = 1): Promise<boolean> {
    const { rows } = await one.kernel.services.database.reserved.raw(
      `select 1 from pg_stat_activity
       where state = 'active' and pid <> pg_backend_pid() and query like 'select%sleep%' and position(? in query) > 0
          or state = 'active' and pid <> pg_backend_pid() and query like 'insert%' and position(? in query) > 0`,
      [text, text],
    );
    return rows.length >= times;
  }
});
