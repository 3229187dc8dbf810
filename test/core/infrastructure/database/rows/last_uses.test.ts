import { expect } from 'chai';
import { LastUses } from '../../../../../core/infrastructure/database/index.ts';

describe('LastUses', () => {
  it('records a key at most once in ten minutes', async () => {
    const written: string[] = [];
    const uses = new LastUses<{ at: Date }>({
      database: { buffers: new Set() },
      write: async (rows) => void written.push(...rows.map(([key, { at }]) => `${key} ${at.getTime() / 60_000}`)),
      failed: () => {},
    });
    for (const minute of [0, 9, 10, 19, 25]) {
      uses.record('a', new Date(minute * 60_000), (at) => ({ at }));
      await uses.flush();
    }
    await uses.stop();
    expect(written).to.deep.equal(['a 0', 'a 10', 'a 25']);
  });
});
