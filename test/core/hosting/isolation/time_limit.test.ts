import { expect } from 'chai';
import { Limited, TimeLimit } from '../../../../core/hosting/internals.ts';
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
  it('reports work that takes longer, the oldest first and never early', async () => {
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
    expect(limit.end(third), 'it was reported already').to.equal(false);
    expect(limit.length).to.equal(0);
  });

  it('reports work that begins after an idle time', async () => {
    const exceeded: string[] = [];
    const limit = new TimeLimit<Work>(MS, ({ name }) => exceeded.push(name));
    for (const name of ['first', 'second', 'third']) {
      limit.begin(new Work(name));
      await eventually(() => Promise.resolve(expect(exceeded.at(-1)).to.equal(name)));
    }
  });
});
