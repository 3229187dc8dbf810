import type { Database } from './database.ts';

/** Rows that have become too old. */
export interface Aged {
  readonly table: string;
  /** Column, or columns, that a row is identified by. */
  readonly key: string | readonly string[];
  /** Column that a row ages by, and the last value of it that is too old. */
  readonly column: string;
  readonly until: Date | number;
}

const BATCH = 1_000;

/**
 * Deletes rows that have become too old, some at a time, so that no statement holds many rows for long. The age is asked
 * for twice: a row may become young again between its choice and its deletion.
 */
export async function deleteAged(database: Database, { table, key, column, until }: Aged): Promise<void> {
  const columns = [key].flat();
  for (let deleted = BATCH; deleted === BATCH;) {
    const aged = database.table(table).select(columns).where(column, '<=', until).orderBy(column).limit(BATCH);
    deleted = await database.table(table).whereIn(columns, aged).where(column, '<=', until).delete();
  }
}
