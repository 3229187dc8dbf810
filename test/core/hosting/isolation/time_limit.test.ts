import { expect } from 'chai';
import { Limited, TimeLimit } from 'lectern/host';
import { describe, it } from 'mocha';
import { eventually } from '../../../support/eventually.ts';

class Work extends Limited {
  readonly begunAt = performance.now();

  constructor(readonly name: string) {
    super();
  }
}

const MS = 40;

describe('A time limit', () => {
  it('tells what takes longer, the oldest first, and never too early', async () => {
    const exceeded: string[] = [];
    const limit = new TimeLimit<Work>(MS, ({ name, begunAt }) => {
      // Timers of Node may come a millisecond early.
      expect(performance.now() - begunAt, name).to.be.at.least(MS - 1);
      exceeded.push(name);
    });
    const [first, second, third] = ['first', 'second', 'third'].map((name) => new Work(name)) as [Work, Work, Work];
    for (const one of [first, second, third]) limit.begin(one);
    expect(limit.end(second)).to.equal(true);
    await eventually(() => Promise.resolve(expect(exceeded).to.deep.equal(['first', 'third'])));
    expect(limit.end(third), 'it was told of already').to.equal(false);
    expect(limit.length).to.equal(0);
  });

  it('looks again for who comes when nobody was there for long', async () => {
    const exceeded: string[] = [];
    const limit = new TimeLimit<Work>(MS, ({ name }) => exceeded.push(name));
    for (const name of ['first', 'second', 'third']) {
      limit.begin(new Work(name));
      await eventually(() => Promise.resolve(expect(exceeded.at(-1)).to.equal(name)));
    }
  });
});
