import type { Database } from '../database.ts';

const BATCH = 500;

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Rows of one table, with values in the text format of PostgreSQL. */
export interface TextRows {
  readonly table: string;
  readonly columns: readonly string[];
  /** One JSON array of texts and nulls for each row. */
  readonly rows: readonly string[];
}

/** Sets exact text formats of dates, intervals and floating-point numbers for the open transaction. */
export async function useExactTexts(database: Database): Promise<void> {
  await database.raw(`set local datestyle = 'ISO, YMD'`);
  await database.raw(`set local intervalstyle = 'postgres'`);
  await database.raw('set local extra_float_digits = 1');
}

/** Reads all rows of a table in batches, without generated columns. Must run in a transaction, one table at a time. */
export async function* readTexts(database: Database, table: string): AsyncGenerator<TextRows> {
  const columns = (await columnsOf(database, table)).map(({ name }) => name);
  if (columns.length === 0) return;
  const list = columns.map(() => '??::text').join(', ');
  await database.raw(`declare lectern_texts no scroll cursor for select to_json(array[${list}])::text as row from ??`, [
    ...columns,
    table,
  ]);
  for (;;) {
    const { rows } = await database.raw<{ row: string }>(`fetch ${BATCH} from lectern_texts`);
    if (rows.length > 0) yield { table, columns, rows: rows.map(({ row }) => row) };
    if (rows.length < BATCH) break;
  }
  await database.raw('close lectern_texts');
}

/** Inserts rows into their table. @throws Error when the table lacks a column; errors of the driver for invalid rows */
export async function addTexts(database: Database, { table, columns, rows }: TextRows): Promise<void> {
  const types = new Map((await columnsOf(database, table)).map(({ name, type }) => [name, type]));
  const missing = columns.filter((name) => !types.has(name));
  if (missing.length > 0)
    throw new Error(
      `The table ${table} lacks columns of the backup: ${missing.join(', ')}. Install the modules in the versions of the backup.`,
    );
  const names = columns.map(() => '??').join(', ');
  // Types come from this database and never from the backup, because they become part of the SQL.
  const values = columns.map((name, at) => `(one.value->>${at})::${types.get(name) ?? 'text'}`).join(', ');
  await database.raw(
    `insert into ?? (${names}) overriding system value select ${values} from jsonb_array_elements(?::jsonb) as one (value)`,
    [table, ...columns, `[${rows.join(',')}]`],
  );
}

async function columnsOf(database: Database, table: string): Promise<Column[]> {
  const { rows } = await database.raw<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = (select oid from pg_class where relname = ? and relnamespace = current_schema()::regnamespace)
       and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows;
}
