import { expect } from 'chai';
import { prepared, started } from '../../../../support/started.ts';
import { DatabaseFixture, failureOf } from '../support.ts';

describe('An aborted transaction', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start());

  before(async () => {
    await database.raw('create table marks (name text primary key)');
  });
  beforeEach(async () => {
    await database.table('marks').delete();
  });

  const mark = (name: string) => database.table('marks').insert({ name });
  const marks = async () => (await database.table<{ name: string }>('marks')).map(({ name }) => name);
  const oops = new Error('oops');
  const pause = () => new Promise<void>(() => {});

  it('is rolled back at once, and its connection stays open', async () => {
    await database.raw(`set lectern.connection = 'the same'`);
    const control = new AbortController();
    const work = async () => {
      await mark('a');
      control.abort(oops);
      await pause();
    };
    expect(await failureOf(database.transaction(work, { signal: control.signal }))).to.equal(oops);
    expect(await marks()).to.deep.equal([]);
    const { rows } = await database.raw(`select current_setting('lectern.connection', true) as connection`);
    expect(rows).to.deep.equal([{ connection: 'the same' }]);
  });

  it('rejects later queries of its work', async () => {
    const control = new AbortController();
    let goOn = () => {};
    const paused = new Promise<void>((resolve) => (goOn = resolve));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let late: Promise<unknown[]> | undefined;
    const work = async () => {
      begin();
      const asked = [() => mark('late'), () => database.transaction(async () => mark('late'))];
      late = paused.then(() => Promise.all(asked.map((ask) => failureOf(paused.then(ask)))));
      await late;
    };
    const failure = failureOf(database.transaction(work, { signal: control.signal }));
    await begun;
    control.abort(oops);
    expect(await failure).to.equal(oops);
    goOn();
    for (const refusal of (await late)!) {
      expect(refusal).to.have.property('message', 'The transaction was given up and rolled back (oops).');
    }
    expect(await marks()).to.deep.equal([]);
  });

  it('does nothing if the abort comes before the begin', async () => {
    const signal = AbortSignal.abort(oops);
    expect(await failureOf(database.transaction(async () => mark('a'), { signal }))).to.equal(oops);
    expect(await marks()).to.deep.equal([]);
  });

  it('stays committed if the abort comes after the commit', async () => {
    const control = new AbortController();
    await database.transaction(async () => mark('a'), { signal: control.signal });
    control.abort(oops);
    expect(await marks()).to.deep.equal(['a']);
  });
});
