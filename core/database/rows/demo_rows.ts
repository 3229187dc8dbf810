import type { Database } from '../database.ts';

/** Inserts rows with fixed ids. The next generated id follows the highest of these ids. */
export async function insertDemoRows(
  database: Database,
  table: string,
  rows: readonly { id: number }[],
): Promise<void> {
  await database.table(table).insert(rows);
  const next = Math.max(...rows.map(({ id }) => id)) + 1;
  await database.raw(`alter table ?? alter column id restart with ${next}`, [table]);
}
