import type { Database } from '../database.ts';

/** Selection of expired rows. */
export interface Aged {
  readonly table: string;
  /** Indexed column with the time of a row. Rows with a time up to and including `until` are expired. */
  readonly column: string;
  readonly until: Date | number;
  /** SQL of a further condition that expired rows must meet. */
  readonly where?: string;
}

/**
 * Deletes expired rows, the oldest first, in batches. Rows that another transaction has locked are left to the next
 * run.
 * @param signal ends the run after the current batch
 */
export function deleteAged(database: Database, aged: Aged, signal?: AbortSignal): Promise<void> {
  const { table, column, until, where = 'true' } = aged;
  // The array is computed once. Its places give a TID scan; a join of keys may scan the whole table. The outer condition
  // protects other rows with the same place in a partitioned table.
  const sql = `
    with gone as (
      delete from ?? where ?? <= ? and ${where} and ctid = any(array(
        select ctid from ?? where ?? <= ? and ${where} order by ?? limit ? for update skip locked))
      returning 1
    )
    select count(*)::int as count from gone`;
  return database.inBatches(
    async (limit) => {
      const bindings = [table, column, until, table, column, until, column, limit];
      const { rows } = await database.raw<{ count: number }>(sql, bindings);
      return rows[0]?.count === limit;
    },
    { signal },
  );
}
