import { expect } from 'chai';
import type { Connection } from '../../../../core/infrastructure/database/connections/connection.ts';
import { prepared, started } from '../../../support/started.ts';
import { failureOf, DatabaseFixture } from './support.ts';

describe('Database.atCommit', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start({ preparedStatements: true }));

  before(async () => {
    await database.raw('create table steps (n int primary key, note text)');
  });
  beforeEach(() => database.raw('delete from steps'));

  const insert = () =>
    database.statement<object, { n: unknown }>((q, param) => q('steps').insert({ n: param('n'), note: 'x' }));
  const stored = async () => (await database.table<{ n: number }>('steps').orderBy('n')).map(({ n }) => n);

  it('runs a statement after the work, in the round trip of COMMIT', async () => {
    const statement = insert();
    const kinds: string[] = [];
    await database.transaction(async () => {
      await database.atCommit(statement, { n: 1 });
      await statement.all({ n: 2 });
      const { stream } = (
        await (database.knex.client as { acquireConnection(): Promise<Connection> }).acquireConnection()
      ).connection;
      const write = stream.write.bind(stream);
      stream.once('data', () => {
        kinds.push('answer');
        Reflect.deleteProperty(stream, 'write');
      });
      stream.write = ((bytes: Buffer, ...rest: []) => {
        kinds.push(bytes.includes('COMMIT') ? 'COMMIT' : 'statement');
        return write(bytes, ...rest);
      }) as typeof stream.write;
    });
    expect(kinds).to.deep.equal(['statement', 'COMMIT', 'answer']);
    expect(await stored()).to.deep.equal([1, 2]);
  });

  it('rolls the transaction back when the statement fails, and throws its error', async () => {
    const statement = insert();
    await statement.all({ n: 1 });
    const failure = await failureOf(
      database.transaction(async () => {
        await statement.all({ n: 2 });
        await database.atCommit(statement, { n: 1 });
      }),
    );
    expect(failure).to.have.property('code', '23505');
    expect(await stored()).to.deep.equal([1]);
    await database.transaction(() => statement.all({ n: 3 }));
    expect(await stored()).to.deep.equal([1, 3]);
  });

  it('rolls the transaction back when the statement cannot be sent', async () => {
    const statement = insert();
    const unwritable = {
      toPostgres() {
        throw new Error('no value');
      },
    };
    const failure = await failureOf(
      database.transaction(async () => {
        await statement.all({ n: 1 });
        await database.atCommit(statement, { n: unwritable });
      }),
    );
    expect(failure).to.have.property('message', 'no value');
    expect(await stored()).to.deep.equal([]);
  });

  it('sends nothing when the work has failed', async () => {
    const statement = insert();
    await failureOf(
      database.transaction(async () => {
        await database.atCommit(statement, { n: 1 });
        throw new Error('no');
      }),
    );
    expect(await stored()).to.deep.equal([]);
  });

  it('runs the statement immediately without a transaction', async () => {
    await database.atCommit(insert(), { n: 1 });
    expect(await stored()).to.deep.equal([1]);
  });

  it('begins the transaction when it is the only statement', async () => {
    await database.transaction(() => database.atCommit(insert(), { n: 1 }));
    expect(await stored()).to.deep.equal([1]);
  });
});
