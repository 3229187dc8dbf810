import { expect } from 'chai';
import { batchSizes, inBatches } from '../../../../../core/infrastructure/database/rows/in_batches.ts';

describe('Work in batches', () => {
  /** Sizes of the first batches, each of which takes `msOf(size)`. */
  async function sizesOf(count: number, msOf: (size: number) => number): Promise<number[]> {
    const sizes: number[] = [];
    let time = 0;
    await inBatches(
      async (size) => {
        sizes.push(size);
        time += msOf(size);
        return sizes.length < count;
      },
      { now: () => time },
    );
    return sizes;
  }

  it('doubles the size of fast batches up to the largest', async () => {
    expect(await sizesOf(8, () => 1)).to.deep.equal([200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000]);
  });

  it('halves the size of slow batches down to the smallest', async () => {
    expect(await sizesOf(7, () => 10_000)).to.deep.equal([200, 100, 50, 25, 13, batchSizes.smallest, 10]);
  });

  it('follows the duration of the rows to batches of 100 ms', async () => {
    const sizes = await sizesOf(10, (size) => size / 10);
    expect(sizes.slice(-3)).to.deep.equal([1_000, 1_000, 1_000]);
  });

  it('ends when no rows are left, when the signal aborts, and at the end of its time', async () => {
    let count = 0;
    const endless = async () => ++count > 0;
    await inBatches(async () => ++count < 3);
    expect(count).to.equal(3);
    const stopping = new AbortController();
    await inBatches(
      async () => {
        if (count === 5) stopping.abort();
        return endless();
      },
      { signal: stopping.signal },
    );
    expect(count).to.equal(6);
    await inBatches(endless, { signal: stopping.signal });
    expect(count).to.equal(6);
    let time = 0;
    await inBatches(endless, { runMs: 1_000, now: () => (time += 250) });
    expect(count).to.be.within(7, 10);
  });
});
