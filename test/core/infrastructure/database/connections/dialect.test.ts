import { expect } from 'chai';
import { dialectOf } from '../../../../../core/infrastructure/database/connections/dialect.ts';
import { embedded } from '../support.ts';

describe('An abandoned connection', () => {
  it('is closed after the cancellation of its statement was requested', async () => {
    const database = embedded({});
    await database.start();
    const dialect = dialectOf(database.knex);
    const connection = await dialect.acquireConnection();
    const order: string[] = [];
    connection.once('end', () => order.push('closed'));
    let taken = () => {};
    connection.givenUp = new Promise<void>((resolve) => (taken = resolve)).then(() => void order.push('asked'));
    await dialect.releaseConnection(connection);
    const stopped = database.stop();
    await new Promise((resolve) => setImmediate(resolve));
    taken();
    await stopped;
    expect(order).to.deep.equal(['asked', 'closed']);
  });
});
