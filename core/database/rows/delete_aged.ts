import type { Database } from '../database.ts';

/** Selection of expired rows. */
export interface Aged {
  readonly table: string;
  /** Column, or columns, of the primary key. */
  readonly key: string | readonly string[];
  /** Column with the time of a row. Rows with a time up to and including `until` are expired. */
  readonly column: string;
  readonly until: Date | number;
}

const BATCH = 1_000;

/**
 * Deletes expired rows in batches of 1,000, so that no statement locks many rows for long. The deletion repeats the age
 * condition, because a row may be renewed after the selection.
 */
export async function deleteAged(database: Database, { table, key, column, until }: Aged): Promise<void> {
  const columns = [key].flat();
  for (let deleted = BATCH; deleted === BATCH;) {
    const aged = database.table(table).select(columns).where(column, '<=', until).orderBy(column).limit(BATCH);
    deleted = await database.table(table).whereIn(columns, aged).where(column, '<=', until).delete();
  }
}
