import { expect } from 'chai';
import { Redis } from 'ioredis';
import { limitsFleet, prefixed } from '../limits_fleet.ts';
import { itCounts } from '../counter_tests.ts';
import { prepared, started } from '../../../../support/started.ts';

const redisUrl = process.env.TEST_REDIS_URL as string;

describe('Limits counted in Redis', () => {
  const config = prefixed();
  const fleet = started(limitsFleet);

  const replica = () => fleet.replica(config, { REDIS_URL: redisUrl });
  const one = prepared(replica);
  const keys = () => {
    const redis = new Redis(redisUrl);
    return redis.keys(`${config.limits.keyPrefix}:*`).finally(() => redis.disconnect());
  };

  itCounts(() => one, keys);

  it('permit exactly the points, whichever replica is asked', async () => {
    const rule = { points: 7, seconds: 60, blockSeconds: 60 };
    const both = [one, await replica()].map(({ kernel }) => kernel.services.limits.counter('parallel', rule));
    const standings = await Promise.all(Array.from({ length: 25 }, () => both.map((tries) => tries.take('a'))).flat());
    expect(standings).to.have.lengthOf(50);
    expect(standings.filter(({ allowed }) => allowed)).to.have.lengthOf(7);
  });
});
