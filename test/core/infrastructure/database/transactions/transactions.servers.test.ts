import { expect } from 'chai';
import { prepared, started } from '../../../../support/started.ts';
import { DatabaseFixture, failureOf } from '../support.ts';

describe('Concurrent transactions', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start());

  before(async () => {
    await database.raw('create table marks (name text primary key, value int not null default 0)');
  });
  beforeEach(async () => {
    await database.table('marks').delete();
  });

  const mark = (name: string) => database.table('marks').insert({ name });
  const marks = async () => (await database.table<{ name: string }>('marks')).map(({ name }) => name);

  it('keep their queries apart when one of them ends', async () => {
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

  it('are repeated after a deadlock', async () => {
    await database.table('marks').insert([{ name: 'a' }, { name: 'b' }]);
    const lock = (name: string) => database.table('marks').where({ name }).increment('value', 1);
    let met = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => (meet = resolve));
    const cross = (first: string, second: string) =>
      database.transaction(async () => {
        await lock(first);
        if (++met === 2) meet();
        await both;
        await lock(second);
      });
    await Promise.all([cross('a', 'b'), cross('b', 'a')]);
    expect(met).to.equal(3);
    expect(await database.table('marks').orderBy('name').select('value')).to.deep.equal([{ value: 2 }, { value: 2 }]);
  });
});
