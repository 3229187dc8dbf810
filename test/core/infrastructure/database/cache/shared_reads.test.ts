import { expect } from 'chai';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import { SharedReads } from '../../../../../core/infrastructure/database/cache/shared_reads.ts';
import { eventually } from '../../../../support/eventually.ts';
import { DatabaseFixture, failureOf } from '../support.ts';

interface Row {
  name: string;
  readonly tags: string[];
  readonly made: Date;
  readonly more: { size: number };
  readonly bytes: Buffer;
  readonly time: Interval;
}

/** Stands for a value of the driver that has methods. */
class Interval {
  hours = 2;

  get minutes(): number {
    return this.hours * 60;
  }
}

const made = new Date('2026-01-31T12:00:00Z');
const row = (name: string): Row => ({
  ...{ name, tags: ['a'], made: new Date(made), more: { size: 1 } },
  ...{ bytes: Buffer.from('abc'), time: new Interval() },
});

describe('Shared reads of lists', () => {
  let place: DatabaseFixture;
  let database: Database;
  let shared: SharedReads;
  /** Ends the reads that run, oldest first. */
  let ends: ((rows: readonly Row[] | Error) => void)[];

  before(async () => {
    place = await DatabaseFixture.make();
    database = await place.start();
  });
  beforeEach(() => {
    shared = new SharedReads(database);
    ends = [];
  });
  after(() => place.clear());

  const read = (key: string) =>
    shared.rows(
      key,
      () =>
        new Promise((resolve, reject) => {
          ends.push((end) => (end instanceof Error ? reject(end) : resolve([...end])));
        }),
    ) as Promise<Row[]>;
  it('sends a read at once, and reads that run into an equal one together after its end', async () => {
    const [first, second, third] = [read('a'), read('a'), read('a')];
    expect(ends).to.have.length(1);
    ends[0]?.([row('earlier')]);
    expect((await first)[0]?.name).to.equal('earlier');
    expect(ends).to.have.length(2);
    ends[1]?.([row('later')]);
    for (const one of [second, third]) expect((await one)[0]?.name).to.equal('later');
  });

  it('never gives a read the rows of a statement that was sent before', async () => {
    const begun = [read('a')];
    for (let sent = 1; sent <= 4; sent++) {
      begun.push(read('a'));
      ends[sent - 1]?.([row(String(sent))]);
      expect((await begun[sent - 1])?.[0]?.name).to.equal(String(sent));
      expect(ends).to.have.length(sent + 1);
    }
  });

  it('does not wait for an equal read that hangs', async () => {
    const [hanging, next] = [read('a'), read('a')];
    await eventually(async () => expect(ends).to.have.length(2));
    ends[1]?.([row('next')]);
    expect((await next)[0]?.name).to.equal('next');
    ends[0]?.([row('late')]);
    expect((await hanging)[0]?.name).to.equal('late');
  });

  it('does not share reads that differ', async () => {
    const begun = ['a', 'b', 'c'].map(read);
    expect(ends).to.have.length(3);
    for (const [index, end] of ends.entries()) end([row(String(index))]);
    expect((await Promise.all(begun)).map(([one]) => one?.name)).to.deep.equal(['0', '1', '2']);
  });

  it('gives each caller its own rows', async () => {
    const change = async (reading: Promise<Row[]>) => {
      const rows = await reading;
      expect(rows).to.deep.equal([row('a')]);
      const [one] = rows as [Row];
      one.name = 'changed';
      one.tags.push('b');
      one.made.setFullYear(1999);
      one.more.size++;
      expect([one.bytes.toString(), one.time.minutes]).to.deep.equal(['abc', 120]);
      one.bytes.fill(0);
      one.time.hours++;
      rows.push(one);
    };
    const [first, ...others] = ['a', 'a', 'a', 'a'].map((key) => change(read(key)));
    ends[0]?.([row('a')]);
    await first;
    ends[1]?.([row('a')]);
    await Promise.all(others);
  });

  it('passes an error to all callers, and reads again afterwards', async () => {
    const [first, ...others] = ['a', 'a', 'a'].map(read);
    for (const [index, some] of [[first], others].entries()) {
      ends[index]?.(new Error('no rows'));
      for (const one of some) expect((await failureOf(one as Promise<Row[]>)).message).to.equal('no rows');
    }
    const again = read('a');
    ends[2]?.([row('again')]);
    expect((await again)[0]?.name).to.equal('again');
  });
});
