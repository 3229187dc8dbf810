import type pg from 'pg';
import { learning } from './learning.ts';
import { people } from './people.ts';
import type { Rows } from './rows.ts';
import { shop } from './shop.ts';

/** Tables that grow with use, with the rows that `fill` adds. Every other table may be read as a whole. */
export const largeTables: Readonly<Record<string, Rows>> = { ...people, ...shop, ...learning };

/** Number of rows that `fill` adds by default. */
export const FULL_SCALE = 1_000 * Object.values(largeTables).reduce((sum, { thousands }) => sum + thousands, 0);

/** Adds rows to all large tables. @param scale number of rows in all tables together */
export async function fill(client: pg.Client, scale = FULL_SCALE): Promise<void> {
  // Without foreign keys, which would take most of the time; the rows need a superuser.
  await client.query('set session_replication_role = replica');
  await client.query('set synchronous_commit = off');
  for (const [table, rows] of Object.entries(largeTables)) {
    await client.query(rowsSql(table, rows, Math.ceil((1_000 * scale) / FULL_SCALE)));
  }
  await client.query('vacuum analyze');
}

/** @param size number of rows for each thousand of the full scale */
function rowsSql(table: string, { thousands, columns }: Rows, size: number): string {
  const values = Object.values(columns)
    .join(', ')
    .replaceAll(':size', String(size))
    .replaceAll(':rows', String(thousands * size));
  return `insert into ${table} (${Object.keys(columns).join(', ')})
    select ${values} from generate_series(1, ${thousands * size}) as n`;
}
