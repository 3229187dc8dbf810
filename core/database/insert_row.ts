import type { Database } from './database.ts';

/** Inserts a row of a table that makes its own ids. @returns the id */
export async function insertRow(database: Database, table: string, row: object): Promise<string> {
  const [made] = await database.table<{ id: string }>(table).insert(row, 'id');
  database.changed(table);
  if (made) return made.id;
  throw new Error(`The table "${table}" gave no id for a new row; it needs a column "id" of its own making.`);
}
