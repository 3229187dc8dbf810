import type { Database } from '../database.ts';
import { statementOfRows } from '../cache/statement_cache.ts';
import { givenOf } from './given_columns.ts';

/**
 * Inserts a row into a table with generated ids, and reports the change (`Database.changed`).
 * @param row columns and their values, no SQL; undefined values are left out
 * @returns the id of the new row
 * @throws errors of the driver; Error when a trigger, rule or view suppresses the INSERT
 */
export async function insertRow(database: Database, table: string, row: object): Promise<string> {
  const { columns, given } = givenOf(row);
  const statement = statementOfRows(database, `insert ${table} ${columns.join(' ')}`, (q, param) =>
    q(table).insert(Object.fromEntries(columns.map((column) => [column, param(column)])), 'id'),
  );
  const made = await statement.first(Object.fromEntries(given));
  database.changed(table);
  if (made) return made.id;
  throw new Error(`The table "${table}" took no new row; change the trigger, rule or view that suppresses the INSERT.`);
}
