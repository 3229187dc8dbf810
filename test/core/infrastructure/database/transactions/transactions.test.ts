import { expect } from 'chai';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import { started } from '../../../../support/started.ts';
import { DatabaseFixture, failureOf, silent } from '../support.ts';

describe('Database.transaction', () => {
  const place = started(() => DatabaseFixture.make());
  let database: Database;
  const logged: string[] = [];

  before(async () => {
    const logger = { ...silent, error: (_about: object, message: string) => void logged.push(message) };
    database = await place.start({}, logger);
    await database.raw('create table marks (name text primary key, value int not null default 0)');
  });

  beforeEach(async () => {
    logged.length = 0;
    await database.table('marks').delete();
  });

  const mark = (name: string) => database.table('marks').insert({ name });
  const marks = async () => (await database.table<{ name: string }>('marks').orderBy('name')).map(({ name }) => name);
  const oops = new Error('oops');
  const fail = () => Promise.reject(oops);

  it('includes every query of the work, and rolls all back if the work fails', async () => {
    const count = database.statement<{ n: string }>((q) => q('marks').count({ n: '*' }));
    const failure = await failureOf(
      database.transaction(async () => {
        await mark('builder');
        await database.raw("insert into marks (name) values ('raw')");
        await database.knex('marks').insert({ name: 'knex' });
        expect(await count.first()).to.deep.equal({ n: '3' });
        await fail();
      }),
    );
    expect(failure).to.equal(oops);
    expect(await marks()).to.deep.equal([]);
  });

  it('joins a nested transaction to the open one', async () => {
    const failure = await failureOf(
      database.transaction(async () => {
        await database.transaction(async () => mark('inner'));
        await fail();
      }),
    );
    expect(failure).to.equal(oops);
    expect(await marks()).to.deep.equal([]);
  });

  it('rolls back if the work swallows the error of a nested transaction', async () => {
    const failure = await failureOf(
      database.transaction(async () => {
        await mark('outer');
        await database.transaction(async () => (await mark('inner'), fail())).catch(() => {});
      }),
    );
    expect(failure.message).to.contain('swallowed');
    expect(failure.cause).to.equal(oops);
    expect(await marks()).to.deep.equal([]);
  });

  it('rolls back if the work swallows the error of a query', async () => {
    const failure = await failureOf(
      database.transaction(async () => {
        await mark('a');
        await mark('a').catch(() => {});
      }),
    );
    expect(failure.message).to.contain('swallowed');
    expect(await marks()).to.deep.equal([]);
  });

  it('runs a query that starts after the end outside of the transaction', async () => {
    let proceed = () => {};
    const proceeded = new Promise<void>((resolve) => (proceed = resolve));
    let later: Promise<unknown> = Promise.resolve();
    await database.transaction(async () => {
      await mark('inside');
      later = proceeded.then(() => mark('later'));
    });
    proceed();
    await later;
    expect(await marks()).to.deep.equal(['inside', 'later']);
  });

  it('rejects a knex query that was built inside and runs after the end', async () => {
    let late!: PromiseLike<unknown>;
    await database.transaction(async () => {
      late = mark('late');
      await mark('inside');
    });
    expect((await failureOf(Promise.resolve(late))).message).to.include('a transaction that has ended');
    expect(await marks()).to.deep.equal(['inside']);
  });

  it('runs nested knex transactions in savepoints, one after the other', async () => {
    await database.transaction(async () => {
      const { knex } = database;
      const failed = knex.transaction(async (inner) => {
        for (const name of ['gone', 'gone, too']) await inner('marks').insert({ name });
        return fail();
      });
      const kept = knex.transaction((inner) => inner('marks').insert({ name: 'kept' }).then());
      await Promise.all([failureOf(failed), kept, knex.batchInsert('marks', [{ name: 'a' }, { name: 'b' }], 1)]);
    });
    expect(await marks()).to.deep.equal(['a', 'b', 'kept']);
  });

  it('does not change how knex runs a transaction outside of one', async () => {
    const { knex } = database;
    const failed = knex.transaction(async (own) => (await own('marks').insert({ name: 'gone' }), fail()));
    expect(await failureOf(failed)).to.equal(oops);
    await knex.transaction((own) => own('marks').insert({ name: 'kept' }).then());
    expect(await marks()).to.deep.equal(['kept']);
  });

  it('sets the requested isolation level, and rejects an unknown one', async () => {
    const level = async () => (await database.raw<object>('show transaction_isolation')).rows;
    const of = (isolationLevel: any) => database.transaction(level, { isolationLevel });
    expect(await of('repeatable read')).to.deep.equal([{ transaction_isolation: 'repeatable read' }]);
    expect((await failureOf(of('none; drop table marks'))).message).to.include('is unknown; use one of read committed');
    expect(await marks()).to.deep.equal([]);
  });

  for (const code of ['40001', '40P01']) {
    it(`repeats the work after the error ${code}, and keeps the last attempt`, async () => {
      let tries = 0;
      await database.transaction(async () => {
        await mark(`try ${++tries}`);
        if (tries < 3) await raise(code);
      });
      expect(await marks()).to.deep.equal(['try 3']);
    });
  }

  it('throws the database error after the requested number of attempts', async () => {
    let tries = 0;
    const work = async () => (tries++, raise('40001'));
    expect(await failureOf(database.transaction(work, { attempts: 2 }))).to.have.property('code', '40001');
    expect(tries).to.equal(2);
  });

  it('repeats only the outermost work, and only after conflicts', async () => {
    const tries = { outer: 0, inner: 0, other: 0 };
    await database.transaction(async () => {
      tries.outer++;
      await database.transaction(async () => {
        if (++tries.inner === 1) await raise('40001');
      });
    });
    await failureOf(database.transaction(async () => (tries.other++, raise('23505'))));
    expect(tries).to.deep.equal({ outer: 2, inner: 2, other: 1 });
  });

  describe('afterCommit', () => {
    it('calls back after the outermost commit, in order', async () => {
      const seen: string[] = [];
      await database.transaction(async () => {
        await database.transaction(async () => {
          await mark('a');
          database.afterCommit(() => seen.push('first'));
        });
        database.afterCommit(() => seen.push('second'));
        expect(seen).to.deep.equal([]);
      });
      expect(seen).to.deep.equal(['first', 'second']);
    });

    it('does not call back after a rollback, and once after a repetition', async () => {
      const seen: number[] = [];
      await failureOf(database.transaction(async () => (database.afterCommit(() => seen.push(0)), fail())));
      let tries = 0;
      await database.transaction(async () => {
        const now = ++tries;
        database.afterCommit(() => seen.push(now));
        if (now === 1) await raise('40001');
      });
      expect(seen).to.deep.equal([2]);
    });

    it('calls back outside of the transaction', async () => {
      let written: Promise<unknown> = Promise.resolve();
      await database.transaction(async () => {
        database.afterCommit(() => (written = mark('afterwards').then()));
      });
      await written;
      expect(await marks()).to.deep.equal(['afterwards']);
    });

    it('calls back at once when no transaction is open', () => {
      let called = false;
      database.afterCommit(() => (called = true));
      expect(called).to.equal(true);
    });

    it('logs the errors of callbacks and goes on', async () => {
      const seen: string[] = [];
      await database.transaction(async () => {
        database.afterCommit(() => {
          throw oops;
        });
        database.afterCommit(fail);
        database.afterCommit(() => seen.push('next'));
      });
      await new Promise(setImmediate);
      expect(seen).to.deep.equal(['next']);
      expect(logged).to.have.length(2);
    });
  });

  const raise = (code: string) =>
    database.raw(`do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`);
});
