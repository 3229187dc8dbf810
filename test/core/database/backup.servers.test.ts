import { after, before, describe } from 'mocha';
import { RoundTrip, roundTrips } from './backup/round_trip.ts';

describe('lectern backup and restore with the programs of PostgreSQL', () => {
  let trip: RoundTrip;
  before(async () => {
    trip = await RoundTrip.make();
  });
  after(() => trip.clear());

  roundTrips(() => trip);
});
