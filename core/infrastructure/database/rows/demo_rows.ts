import { isInstance } from '../../../hosting/internals.ts';
import type { Database } from '../database.ts';
import { violatedUnique } from '../protocol/violated_unique.ts';

const OTHER_ROWS =
  'the table has other rows with these ids or names. Load the demo data into a new database: choose another DATA_DIR or DATABASE_URL';

/**
 * Inserts one or more rows with fixed ids. The next generated id follows the highest of these ids.
 * @throws errors of the database; the message of a failed INSERT names the table
 */
export async function insertDemoRows<R extends { readonly id: number }>(
  database: Database,
  table: string,
  rows: readonly R[],
): Promise<void> {
  if (!rows.every(({ id }) => Number.isInteger(id)))
    throw new TypeError(
      `rows of table ${table}: each needs the number "id"; insert other rows by database.table().insert()`,
    );
  try {
    await database.table(table).insert(rows);
  } catch (error) {
    // Rethrows the same error object, because its class and code decide whether the transaction is repeated.
    const reason = violatedUnique(error) === undefined ? undefined : OTHER_ROWS;
    if (isInstance(error, Error)) error.message = `rows of table ${table}: ${reason ?? error.message}`;
    throw error;
  }
  const next = Math.max(...rows.map(({ id }) => id)) + 1;
  await database.raw(`alter table ?? alter column id restart with ${next}`, [table]);
}
