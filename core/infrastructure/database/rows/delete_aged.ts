import type { Database } from '../database.ts';

/** Selection of expired rows. */
export interface Aged {
  readonly table: string;
  /** Indexed column with the time of a row. Rows with a time up to and including `until` are expired. */
  readonly column: string;
  readonly until: Date | number;
}

interface LastOfBatch {
  readonly time: string;
}

const BATCH = 1_000;

/**
 * Deletes expired rows, the oldest first, in batches of 1,000, so that no statement locks many rows for long. Rows of
 * the same time are deleted together.
 */
export async function deleteAged(database: Database, { table, column, until }: Aged): Promise<void> {
  for (let last: LastOfBatch | undefined = { time: '' }; last;) {
    const aged = database.table(table).where(column, '<=', until).orderBy(column);
    // The time, and not the keys, of a batch: a join of keys may scan the whole table. As text, which keeps microseconds.
    [last] = await aged
      .limit(1)
      .offset(BATCH - 1)
      .select<LastOfBatch[]>(database.knex.raw('??::text as time', [column]));
    await database
      .table(table)
      .where(column, '<=', last?.time ?? until)
      .delete();
  }
}
