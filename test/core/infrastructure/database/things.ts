import type { Database } from '../../../../core/infrastructure/database/database.ts';
import { RowsById } from '../../../../core/infrastructure/database/rows/rows_by_id.ts';
import { DatabaseFixture } from './support.ts';

export interface Thing {
  readonly id: string;
  name: string;
  readonly parts: string[];
  readonly made: Date;
}

export const made = new Date('2026-03-01T12:00:00Z');

/** Gives a suite a database with nine things, and reads them by their ids. */
export function withThings(use: (filled: { database: Database; things: RowsById<Thing> }) => void): void {
  let place: DatabaseFixture;
  before(async () => {
    place = await DatabaseFixture.make();
    const database = await place.start();
    await database.raw('create table things (id bigint primary key, name text, parts text[], made timestamptz)');
    const rows = `select n, 'thing ' || n, array['a', 'b'], ?::timestamptz from generate_series(1, 9) as n`;
    await database.raw(`insert into things ${rows}`, [made]);
    use({ database, things: new RowsById(database, (q) => q('things').select('id', 'name', 'parts', 'made')) });
  });
  after(() => place.clear());
}
