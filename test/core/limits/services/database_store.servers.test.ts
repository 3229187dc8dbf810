import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Fleet, Replica } from '../../jobs/fleet.ts';
import { limitsFleet, prefixed } from '../limits_fleet.ts';

describe('Limits counted in the database by two replicas', () => {
  const config = prefixed();
  let fleet: Fleet;
  let one: Replica;

  before(async () => {
    fleet = await limitsFleet();
    one = await replica();
  });
  after(() => fleet.clear());

  const replica = () => fleet.replica(config);

  it('permit exactly the points, whichever replica is asked', async () => {
    const rule = { points: 7, seconds: 60, blockSeconds: 60 };
    const both = [one, await replica()].map(({ kernel }) => kernel.services.limits.counter('parallel', rule));
    const standings = await Promise.all(Array.from({ length: 25 }, () => both.map((tries) => tries.take('a'))).flat());
    expect(standings).to.have.lengthOf(50);
    expect(standings.filter(({ allowed }) => allowed)).to.have.lengthOf(7);
  });
});
