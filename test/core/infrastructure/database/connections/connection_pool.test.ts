import { expect } from 'chai';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import { prepared, started } from '../../../../support/started.ts';
import { DatabaseFixture, failureOf } from '../support.ts';

describe('The connection pool', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start());

  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const numberOf = (from: Database) =>
    from.statement<{ number: number }, { number: number }>((q, param) =>
      q.raw('select ?::int as number', [param('number')]),
    );

  it('serves waiting queries in the order of their arrival', async () => {
    const [asked, answered] = [numberOf(database), [] as number[]];
    await Promise.all(numbers.map(async (number) => answered.push((await asked.first({ number }))?.number as number)));
    expect(answered).to.deep.equal(numbers);
  });

  it('skips 20,000 waiting queries whose clients have disconnected', async () => {
    const [asked, socket] = [numberOf(database), { destroyed: false }];
    const call = { user: undefined, request: { message: { method: 'GET', socket } } } as never;
    const first = asked.first({ number: 1 });
    const gone = Array.from({ length: 20_000 }, (_, number) => failureOf(asked.first({ number }, call)));
    const last = asked.first({ number: 2 });
    socket.destroyed = true;
    expect(await Promise.all([first, last])).to.deep.equal([{ number: 1 }, { number: 2 }]);
    for (const failure of await Promise.all(gone)) expect(failure.message).to.equal('The client has disconnected.');
  });
});
