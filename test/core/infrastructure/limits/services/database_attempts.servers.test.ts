import type { Replica } from '../../jobs/fleet.ts';
import { itWaits } from '../attempt_tests.ts';
import { limitsFleet, prefixed } from '../limits_fleet.ts';
import { started } from '../../../../support/started.ts';

describe('Attempts counted in the database by two replicas', () => {
  const config = prefixed();
  const fleet = started(limitsFleet);
  let replicas: Replica[];

  before(async () => {
    replicas = [await fleet.replica(config), await fleet.replica(config)];
  });

  itWaits(() => replicas);
});
