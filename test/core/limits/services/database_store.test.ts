import { after, before, describe } from 'mocha';
import type { SharedFleet } from '../../jobs/fleet.ts';
import { sharedLimits } from '../limits_fleet.ts';
import { itCounts } from '../counter_tests.ts';

describe('Limits counted in the database', () => {
  let one: SharedFleet;

  before(async () => {
    one = await sharedLimits();
  });
  after(() => one.release());

  const keys = async () => {
    const { rows } = await one.kernel.services.database.raw<{ key: string }>('select key from limit_counters');
    return rows.map(({ key }) => key);
  };

  itCounts(() => one, keys);
});
