import { expect } from 'chai';
import { BufferedWrites, type BufferedRow } from '../../../../../core/infrastructure/database/index.ts';

/** Buffered writes that record their batches; `failing` makes the next batch fail. */
function recording() {
  const state = { batches: [] as BufferedRow<number>[][], lost: [] as number[], failing: false, running: 0, most: 0 };
  const write = async (rows: readonly BufferedRow<number>[]) => {
    state.most = Math.max(state.most, ++state.running);
    await new Promise(setImmediate);
    state.running--;
    if (state.failing) throw new Error('away');
    state.batches.push([...rows]);
  };
  const failed = (_: unknown, count: number) => void state.lost.push(count);
  return { state, writes: new BufferedWrites<number>({ database: { buffers: new Set() }, write, failed }) };
}

const fill = (writes: BufferedWrites<number>, count: number) => {
  for (let key = 0; key < count; key++) writes.set(String(key), key);
};

describe('BufferedWrites', () => {
  it('writes the last value of each key once', async () => {
    const { state, writes } = recording();
    writes.set('a', 1);
    writes.set('b', 1);
    writes.set('a', (writes.get('a') ?? 0) + 1);
    await writes.flush();
    await writes.flush();
    expect(state.batches).to.deep.equal([
      [
        ['a', 2],
        ['b', 1],
      ],
    ]);
  });

  it('writes batches of 100, one after the other', async () => {
    const { state, writes } = recording();
    fill(writes, 250);
    const first = writes.flush();
    while (state.running === 0) await Promise.resolve();
    writes.set('late', 1);
    await Promise.all([first, writes.flush()]);
    expect(state.batches.map(({ length }) => length)).to.deep.equal([100, 100, 50, 1]);
    expect(state.most).to.equal(1);
  });

  it('pauses between batches for four times the duration of a batch, but not at the end', async () => {
    const duration = 15;
    const times: number[] = [];
    const write = async () => {
      times.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, duration));
    };
    const measure = async (end: 'flush' | 'stop') => {
      times.length = 0;
      const writes = new BufferedWrites<number>({ database: { buffers: new Set() }, write, failed: () => {} });
      fill(writes, 200);
      await writes[end]();
      return (times[1] as number) - (times[0] as number);
    };
    expect(await measure('flush')).to.be.at.least(4 * duration);
    expect(Math.min(await measure('stop'), await measure('stop'))).to.be.below(4 * duration);
  });

  it('drops the rest when a batch fails, and writes later values', async () => {
    const { state, writes } = recording();
    state.failing = true;
    fill(writes, 150);
    await writes.flush();
    expect(state.lost).to.deep.equal([150]);
    state.failing = false;
    writes.set('a', 1);
    await writes.stop();
    expect(state.batches).to.deep.equal([[['a', 1]]]);
  });

  it('is one of the buffers of its database until it stops', async () => {
    const database = { buffers: new Set<{ drop(): Promise<void> }>() };
    const writes = new BufferedWrites<number>({ database, write: async () => {}, failed: () => {} });
    expect([...database.buffers]).to.deep.equal([writes]);
    await writes.stop();
    expect(database.buffers.size).to.equal(0);
  });

  it('ignores further keys while 10,000 wait', async () => {
    const { writes } = recording();
    fill(writes, 10_001);
    writes.set('0', 7);
    expect([writes.get('0'), writes.get('9999'), writes.get('10000')]).to.deep.equal([7, 9999, undefined]);
  });
});
