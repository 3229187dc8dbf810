import type { Replica } from '../../jobs/fleet.ts';
import { itLocks, itWaits } from '../attempt_tests.ts';
import { limitsFleet, prefixed } from '../limits_fleet.ts';
import { started } from '../../../../support/started.ts';

describe('Attempts counted in Redis', () => {
  const config = prefixed();
  const fleet = started(limitsFleet);
  let replicas: Replica[];

  before(async () => {
    const replica = () => fleet.replica(config, { REDIS_URL: process.env.TEST_REDIS_URL as string });
    replicas = [await replica(), await replica()];
  });

  itLocks(() => replicas[0] as Replica);
  itWaits(() => replicas);
});
