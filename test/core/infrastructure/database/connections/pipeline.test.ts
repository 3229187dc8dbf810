import { expect } from 'chai';
import fc from 'fast-check';
import type { Connection } from '../../../../../core/infrastructure/database/connections/connection.ts';
import { prepared, started } from '../../../../support/started.ts';
import { failureOf, DatabaseFixture } from '../support.ts';

const SYNC = 'S';

/** Types of the messages that a client wrote; each message starts with its type and its length. */
function kindsOf(bytes: Buffer): string {
  const kinds: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) kinds.push(String.fromCharCode(bytes[at]!));
  return kinds.join('');
}

describe('Pipeline of a transaction', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start({ preparedStatements: true }));

  before(async () => {
    await database.raw('create table steps (n int primary key)');
  });

  const echo = () =>
    database.statement<{ n: number }, { n: number }>((q, param) => q.raw('select ?::int as n', [param('n')]));
  const insert = () => database.statement<object, { n: number }>((q, param) => q('steps').insert({ n: param('n') }));

  /** Writes and answers on the connection of the open transaction, in their order. */
  async function recorded(work: () => Promise<unknown>): Promise<(string | Buffer)[]> {
    const client = database.knex.client as { acquireConnection(): Promise<Connection> };
    const { stream } = (await client.acquireConnection()).connection;
    const seen: (string | Buffer)[] = [];
    const write = stream.write.bind(stream);
    const answered = () => seen.push('answer');
    stream.on('data', answered);
    stream.write = ((bytes: Buffer, ...rest: []) => {
      seen.push(bytes);
      return write(bytes, ...rest);
    }) as typeof stream.write;
    await work();
    Reflect.deleteProperty(stream, 'write');
    stream.off('data', answered);
    return seen;
  }

  it('sends statements that are started together before the first answer', async () => {
    const statement = echo();
    const seen = await database.transaction(async () => {
      await statement.all({ n: 0 });
      return recorded(() => Promise.all([1, 2, 3].map((n) => statement.all({ n }))));
    });
    expect(seen.slice(0, 3).every((one) => one !== 'answer')).to.equal(true);
    expect(seen.filter((one) => one !== 'answer')).to.have.length(3);
  });

  /** The first write of a transaction that inserts a row. */
  async function firstWrite(statement: ReturnType<typeof insert>, n: number): Promise<Buffer> {
    const [first] = await database.transaction(() => recorded(() => statement.all({ n })));
    return first as Buffer;
  }

  it('sends BEGIN with the first statement, without a sync message in between', async () => {
    const first = await firstWrite(insert(), 101);
    const kinds = kindsOf(first);
    expect(kinds.split(SYNC)).to.have.length(2);
    expect(kinds.endsWith(SYNC)).to.equal(true);
    expect(first.indexOf('lectern_begin')).to.be.within(1, first.indexOf('insert'));
  });

  it('sends the text of a repeated first statement once to a connection', async () => {
    const statement = insert();
    const writes = [
      await firstWrite(statement, 102),
      await firstWrite(statement, 103),
      await firstWrite(statement, 104),
    ];
    expect(writes.map((write) => write.includes('insert into')).at(-1)).to.equal(false);
    expect(writes.map((write) => write.includes('BEGIN')).at(-1)).to.equal(false);
    expect(await database.table('steps').whereBetween('n', [102, 104]).select('n')).to.have.length(3);
  });

  it('begins further transactions on a connection whose first statements have failed', async () => {
    const statement = insert();
    await database.raw('insert into steps (n) values (105)');
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await failureOf(database.transaction(() => statement.all({ n: 105 })))).to.have.property('code', '23505');
    }
    await database.transaction(() => statement.all({ n: 106 }));
    expect(await database.table('steps').where({ n: 106 }).select('n')).to.have.length(1);
  });

  it('sends the first statement of a new connection again, if the server could not parse it', async () => {
    const other = await DatabaseFixture.make();
    const fresh = await other.start({ preparedStatements: true, poolMax: 1 });
    const statement = fresh.statement<{ n: number }>((q) => q('later').select('n'));
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await failureOf(fresh.transaction(() => statement.all()))).to.have.property('code', '42P01');
    }
    await fresh.raw('create table later (n int)');
    expect(await fresh.transaction(() => statement.all())).to.deep.equal([]);
    await other.clear();
  });

  it('rejects the statements after a failed one, and rolls the transaction back', async () => {
    await database.raw('delete from steps');
    const statement = insert();
    let outcomes: PromiseSettledResult<unknown>[] = [];
    const failure = await failureOf(
      database.transaction(async () => {
        outcomes = await Promise.allSettled([1, 1, 2].map((n) => statement.all({ n })));
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      }),
    );
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected']);
    expect(failure).to.have.property('code', '23505');
    expect(await database.table('steps').select('n')).to.deep.equal([]);
    expect(await echo().all({ n: 7 })).to.deep.equal([{ n: 7 }]);
  });

  it('commits after the statements that the work did not await', async () => {
    await database.raw('delete from steps');
    const statement = insert();
    await database.transaction(async () => {
      await statement.all({ n: 1 });
      void statement.all({ n: 2 });
      void statement.all({ n: 3 });
    });
    expect(await database.table('steps').select('n').orderBy('n')).to.deep.equal([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('gives each caller its own answer, for any mix of concurrent queries', async () => {
    const statement = echo();
    const ways: readonly ((n: number) => Promise<unknown>)[] = [
      async (n) => (await statement.first({ n }))?.n,
      async (n) => (await database.raw<{ n: number }>('select ?::int as n', [n])).rows[0]?.n,
      async (n) => ((await database.knex.select(database.knex.raw('?::int as n', [n])).first()) as { n: number }).n,
    ];
    const groups = fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 6 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(groups, async (kinds) => {
        let n = 0;
        await database.transaction(async () => {
          for (const group of kinds) {
            const wanted = group.map(() => ++n);
            const got = await Promise.all(group.map((kind, index) => ways[kind]!(wanted[index]!)));
            expect(got).to.deep.equal(wanted);
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});
