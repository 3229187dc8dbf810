import { expect } from 'chai';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import { DatabaseUnavailable } from '../../../../../core/infrastructure/database/index.ts';
import { started } from '../../../../support/started.ts';
import { DatabaseFixture, failureOf } from '../support.ts';

describe('A pool of several connections', () => {
  const place = started(() => DatabaseFixture.make());

  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const numberOf = (from: Database) =>
    from.statement<{ number: number }, { number: number }>((q, param) =>
      q.raw('select ?::int as number', [param('number')]),
    );

  it('gives each waiting query its own answer', async () => {
    const database = await place.start({ poolMax: 2 });
    const asked = numberOf(database);
    const mixed = numbers.map(async (number) => {
      if (number % 2 === 0) return (await asked.first({ number }))?.number;
      return (await database.raw<{ number: number }>('select ?::int as number', [number])).rows[0]?.number;
    });
    expect(await Promise.all(mixed)).to.deep.equal(numbers);
  });

  it('gives a reused connection the time limit of its next query', async () => {
    const one = await place.start({ poolMax: 1, statementTimeoutMs: 300 });
    const sleep = (seconds: number) => one.raw('select pg_sleep(?)', [seconds]);
    const patient = one.withBackgroundTimeout(async () => {
      await sleep(0.05);
      await sleep(0.6);
    });
    const hasty = failureOf(sleep(0.6));
    await patient;
    expect(await hasty).to.be.instanceOf(DatabaseUnavailable);
  });

  it('serves waiting queries on other connections when connections are lost', async () => {
    const two = await place.start({ poolMax: 2 });
    const asked = numberOf(two);
    const lost = [1, 2].map(() => failureOf(two.raw('select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)')));
    const waiting = numbers.map(async (number) => (await asked.first({ number }))?.number);
    expect(await Promise.all(waiting)).to.deep.equal(numbers);
    for (const failure of await Promise.all(lost)) expect(failure).to.be.instanceOf(DatabaseUnavailable);
  });

  it('rejects a query that waited too long, and serves the next one', async () => {
    const one = await place.start({ poolMax: 1, acquireTimeoutMs: 150 });
    const busy = one.raw('select pg_sleep(0.4)').then(() => undefined);
    const failure = await failureOf(one.raw('select 1'));
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    expect(String(failure)).to.include('within 150 ms');
    await busy;
    expect((await numberOf(one).first({ number: 7 }))?.number).to.equal(7);
  });
});
