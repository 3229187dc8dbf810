import type { Database } from '../database.ts';

/** Last value of each used sequence of the current schema, by name. */
export async function sequenceValues(database: Database): Promise<Record<string, string>> {
  const { rows } = await database.raw<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Continues sequences after the given values. @throws Error when a sequence does not exist */
export async function setSequences(database: Database, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await database.raw('select setval(quote_ident(?)::regclass, ?::bigint, true)', [name, value]);
}
