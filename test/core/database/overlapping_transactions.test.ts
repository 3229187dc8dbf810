import { after, before, describe } from 'mocha';
import { expect } from 'chai';
import type { Database } from '../../../core/database/database.ts';
import { Place, failureOf, itOnServer } from './support.ts';

describe('Transactions at the same time', () => {
  let place: Place;
  let database: Database;

  before(async () => {
    place = await Place.make();
    database = await place.start();
    await database.raw('create table marks (name text primary key)');
  });
  after(() => place.clear());

  const mark = (name: string) => database.table('marks').insert({ name });
  const marks = async () => (await database.table<{ name: string }>('marks')).map(({ name }) => name);

  itOnServer('do not lose their queries when another one ends', async () => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    // It waits outside of the first one, which it would join otherwise.
    const other = begun.then(() => database.transaction(async () => mark('other')));
    const oops = new Error('oops');
    const failure = await failureOf(
      database.transaction(async () => {
        await mark('before');
        begin();
        await other;
        await mark('after');
        expect(database.inTransaction).to.equal(true);
        throw oops;
      }),
    );
    expect(failure).to.equal(oops);
    expect(database.inTransaction).to.equal(false);
    expect(await marks()).to.deep.equal(['other']);
  });
});
