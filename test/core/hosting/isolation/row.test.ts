import { expect } from 'chai';
import { describe, it } from 'mocha';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Placed, Row } from '../../../../core/hosting/isolation/row.ts';

class Thing extends Placed {
  constructor(readonly held: unknown) {
    super();
  }
}

describe('A row', () => {
  it('has its things in the order in which they came, whoever leaves it meanwhile', () => {
    const row = new Row<Thing>();
    const things = ['a', 'b', 'c', 'd'].map((held) => new Thing(held));
    for (const thing of things) row.join(thing);
    const [first, second, , fourth] = things as [Thing, Thing, Thing, Thing];
    expect(row.leave(second)).to.equal(true);
    expect(row.leave(second), 'left already').to.equal(false);
    expect([row.oldest, row.length]).to.deep.equal([first, 3]);
    row.leave(fourth);
    row.join(second);
    const left: unknown[] = [];
    for (let { oldest } = row; oldest; { oldest } = row) {
      left.push(oldest.held);
      row.leave(oldest);
    }
    expect(left).to.deep.equal(['a', 'c', 'b']);
    expect(row.length).to.equal(0);
  });

  it('keeps nothing of what has come and gone among the old objects', () => {
    const row = new Row<Thing>();
    const waiting = Array.from({ length: 50 }, () => new Thing([]));
    for (const thing of waiting) row.join(thing);
    collect();
    const before = oldBytes();
    for (let count = 0; count < 20_000; count++) {
      row.leave(row.oldest as Thing);
      row.join(new Thing(new Array<number>(500).fill(count)));
    }
    // A set of as many keeps some fifty megabytes of them.
    expect(oldBytes() - before).to.be.below(8_000_000);
  });
});

function collect(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN;
}
