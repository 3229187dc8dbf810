import { after, before, describe } from 'mocha';
import type { Fleet, Replica } from '../../jobs/fleet.ts';
import { itLocks, itWaits } from '../attempt_tests.ts';
import { limitsFleet, prefixed } from '../limits_fleet.ts';

describe('Attempts counted in Redis', () => {
  const config = prefixed();
  let fleet: Fleet;
  let replicas: Replica[];

  before(async () => {
    fleet = await limitsFleet();
    const replica = () => fleet.replica(config, { REDIS_URL: process.env.TEST_REDIS_URL as string });
    replicas = [await replica(), await replica()];
  });
  after(() => fleet.clear());

  itLocks(() => replicas[0] as Replica);
  itWaits(() => replicas);
});
