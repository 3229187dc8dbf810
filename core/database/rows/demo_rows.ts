import { isInstance } from 'lectern/host';
import type { Database } from '../database.ts';

/**
 * Inserts rows with fixed ids. The next generated id follows the highest of these ids.
 * @throws errors of the database, whose message names table and id of the row
 */
export async function insertDemoRows(
  database: Database,
  table: string,
  rows: readonly { id: number }[],
): Promise<void> {
  for (const row of rows) await insertOne(database, table, row);
  const next = Math.max(...rows.map(({ id }) => id)) + 1;
  await database.raw(`alter table ?? alter column id restart with ${next}`, [table]);
}

async function insertOne(database: Database, table: string, row: { id: number }): Promise<void> {
  try {
    await database.table(table).insert(row);
  } catch (error) {
    // The same error, because its class and code decide whether the transaction is repeated.
    if (isInstance(error, Error)) error.message = `row ${row.id} of table ${table}: ${error.message}`;
    throw error;
  }
}
