import { expect } from 'chai';
import { eventually } from '../../../../../support/eventually.ts';
import { startPlatform } from '../../../../../support/platform.ts';
import { prepared, started } from '../../../../../support/started.ts';

interface Point {
  readonly time: string;
  readonly requests: number;
  readonly errors: number;
  readonly p50: number | null;
  readonly cpu: number | null;
  readonly memory: number | null;
  readonly connectionsMax: number | null;
}

describe('Chart points', () => {
  const platform = started(() => startPlatform({ modules: { console: { sampleSeconds: 0.05 } } }));

  const manager = prepared(async () => ({ ...(await platform.as('manager')) }));

  const points = async () => (await platform.api.get('/api/console/points').set(manager).expect(200)).body as Point[];

  it('measure requests, durations, memory and the pool', async () => {
    await eventually(async () => {
      await platform.api.get('/api/settings/site').expect(200);
      const busy = (await points()).find(({ requests }) => requests > 0);
      expect(busy?.p50).to.be.above(0);
      expect(busy?.errors).to.equal(0);
      expect(busy?.memory).to.be.above(1_000_000);
      expect(busy?.connectionsMax).to.be.above(0);
      expect(busy?.cpu).to.be.at.least(0);
    });
  });

  it('do not count the requests of the console', async () => {
    const before = (await points()).length;
    await eventually(async () => {
      const later = (await points()).slice(before + 3);
      expect(later).to.have.length.above(2);
      expect(later.every(({ requests }) => requests === 0)).to.equal(true);
    });
  });
});
