import { after, before, describe } from 'mocha';
import type { Fleet, Replica } from '../../jobs/fleet.ts';
import { itWaits } from '../attempt_tests.ts';
import { limitsFleet, prefixed } from '../limits_fleet.ts';

describe('Attempts counted in the database by two replicas', () => {
  const config = prefixed();
  let fleet: Fleet;
  let replicas: Replica[];

  before(async () => {
    fleet = await limitsFleet();
    replicas = [await fleet.replica(config), await fleet.replica(config)];
  });
  after(() => fleet.clear());

  itWaits(() => replicas);
});
