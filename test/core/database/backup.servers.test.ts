import { after, before, describe } from 'mocha';
import { RoundTrip, roundTrips } from './backup/round_trip.ts';

describe('A database backup on a PostgreSQL server', () => {
  let trip: RoundTrip;
  before(async () => {
    trip = await RoundTrip.make();
  });
  after(() => trip.clear());

  roundTrips(() => trip);
});
