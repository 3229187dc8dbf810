import { RoundTrip, roundTrips } from './backup/round_trip.ts';
import { started } from '../../../support/started.ts';

describe('A database backup on a PostgreSQL server', () => {
  const trip = started(() => RoundTrip.make());

  roundTrips(() => trip);
});
