import type { Database } from '../database.ts';

const BATCH = 500;

/** Reads all rows of a table or view as JSON texts, in batches. Must run in a transaction, one table at a time. */
export async function* rowsOf(database: Database, table: string): AsyncGenerator<readonly string[]> {
  await database.raw('declare lectern_rows no scroll cursor for select row_to_json(one)::text as row from ?? as one', [
    table,
  ]);
  for (;;) {
    const { rows } = await database.raw<{ row: string }>(`fetch ${BATCH} from lectern_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await database.raw('close lectern_rows');
}

/** Locks tables until the open transaction ends: other connections can neither read nor write them. */
export async function lockTables(database: Database, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  await database.raw(`lock table ${tables.map(() => '??').join(', ')} in access exclusive mode`, [...tables]);
}

/** Inserts rows that `rowsOf` has read into a table with the same columns. Generated columns are computed again. */
export async function insertRows(database: Database, table: string, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = (await columnsOf(database, table)).filter(({ generated }) => !generated).map(({ name }) => name);
  const list = columns.map(() => '??').join(', ');
  await database.raw(
    `insert into ?? (${list}) overriding system value select ${list} from json_populate_recordset(null::??, ?::json)`,
    [table, ...columns, ...columns, table, `[${rows.join(',')}]`],
  );
}

/** Sets the sequences of a table to the largest values in its rows, so that generated ids continue after them. */
export async function continueNumbers(database: Database, table: string): Promise<void> {
  for (const { name, numbered } of await columnsOf(database, table)) {
    if (!numbered) continue;
    await database.raw(
      `select setval(pg_get_serial_sequence(?, ?), largest) from (select max(??) as largest from ??) as used
       where largest is not null`,
      [table, name, name, table],
    );
  }
}

/** Sorts tables so that referenced tables come first, except in cyclic references. */
export async function inOrderOfReference(database: Database, tables: readonly string[]): Promise<string[]> {
  const { rows } = await database.raw<{ child: string; parent: string }>(
    `select distinct child.relname as child, parent.relname as parent
     from pg_constraint as one
     join pg_class as child on child.oid = one.conrelid
     join pg_class as parent on parent.oid = one.confrelid
     where one.contype = 'f' and child.relname = any (?::text[]) and parent.relname = any (?::text[])
       and child.relname <> parent.relname`,
    [[...tables], [...tables]],
  );
  const sorted: string[] = [];
  const visit = (table: string, path: readonly string[]) => {
    if (sorted.includes(table) || path.includes(table)) return;
    for (const { child, parent } of rows) if (child === table) visit(parent, [...path, table]);
    sorted.push(table);
  };
  for (const table of [...tables].sort()) visit(table, []);
  return sorted;
}

interface Column {
  readonly name: string;
  /** Whether the column is computed by the database. */
  readonly generated: boolean;
  /** Whether the column is an identity column, or has a sequence as its default. */
  readonly numbered: boolean;
}

async function columnsOf(database: Database, table: string): Promise<Column[]> {
  const { rows } = await database.raw<Column>(
    `select column_name as name, is_generated = 'ALWAYS' as generated,
       is_identity = 'YES' or coalesce(column_default like 'nextval(%', false) as numbered
     from information_schema.columns
     where table_schema = current_schema() and table_name = ? order by ordinal_position`,
    [table],
  );
  return rows;
}
