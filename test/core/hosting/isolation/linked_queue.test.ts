import { expect } from 'chai';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LinkedEntry, LinkedQueue } from '../../../../core/hosting/isolation/linked_queue.ts';

class Entry extends LinkedEntry {
  constructor(readonly held: unknown) {
    super();
  }
}

describe('LinkedQueue', () => {
  it('retains no removed entries in the old generation of the heap', () => {
    const queue = new LinkedQueue<Entry>();
    const waiting = Array.from({ length: 50 }, () => new Entry([]));
    for (const entry of waiting) queue.add(entry);
    collect();
    const before = oldBytes();
    for (let count = 0; count < 20_000; count++) {
      queue.remove(queue.oldest as Entry);
      queue.add(new Entry(new Array<number>(500).fill(count)));
    }
    // A Set of as many entries retains some fifty megabytes.
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
