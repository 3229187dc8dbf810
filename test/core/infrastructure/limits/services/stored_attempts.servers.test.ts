import type { Replica } from '../../jobs/fleet.ts';
import { itLocks, itWaits } from '../attempt_tests.ts';
import { limitsFleet, prefixed } from '../limits_fleet.ts';
import { started } from '../../../../support/started.ts';

describe('Attempts counted by two replicas', () => {
  const config = prefixed();
  const fleet = started(limitsFleet);

  for (const [store, env] of [
    ['the database', {}],
    ['Redis', { REDIS_URL: process.env.TEST_REDIS_URL as string }],
  ] as const) {
    describe(`in ${store}`, () => {
      let replicas: Replica[];

      before(async () => {
        replicas = [await fleet.replica(config, env), await fleet.replica(config, env)];
      });

      if (store === 'Redis') itLocks(() => replicas[0] as Replica);
      itWaits(() => replicas);
    });
  }
});
