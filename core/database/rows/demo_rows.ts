import { isInstance } from 'lectern/host';
import type { Database } from '../database.ts';

/**
 * Inserts one or more rows with fixed ids. The next generated id follows the highest of these ids.
 * @throws errors of the database; the message of a failed INSERT names the table
 */
export async function insertDemoRows<R extends { readonly id: number }>(
  database: Database,
  table: string,
  rows: readonly R[],
): Promise<void> {
  try {
    await database.table(table).insert(rows);
  } catch (error) {
    // Rethrows the same error object, because its class and code decide whether the transaction is repeated.
    if (isInstance(error, Error)) error.message = `rows of table ${table}: ${error.message}`;
    throw error;
  }
  const next = Math.max(...rows.map(({ id }) => id)) + 1;
  await database.raw(`alter table ?? alter column id restart with ${next}`, [table]);
}
