import { expect } from 'chai';
import { limitsFleet, prefixed } from '../limits_fleet.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('Limits counted in the database by two replicas', () => {
  const config = prefixed();
  const fleet = started(limitsFleet);

  const replica = () => fleet.replica(config);
  const one = prepared(replica);

  it('permit exactly the points, whichever replica is asked', async () => {
    const rule = { points: 7, seconds: 60, blockSeconds: 60 };
    const both = [one, await replica()].map(({ kernel }) => kernel.services.limits.counter('parallel', rule));
    const standings = await Promise.all(Array.from({ length: 25 }, () => both.map((tries) => tries.take('a'))).flat());
    expect(standings).to.have.lengthOf(50);
    expect(standings.filter(({ allowed }) => allowed)).to.have.lengthOf(7);
  });
});
