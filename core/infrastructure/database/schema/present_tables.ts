import type { Database } from '../database.ts';

const SCHEMA = 'current_schema()::regnamespace';

/** Returns the schema of new tables: the first usable one in `search_path`. @throws Error without a usable schema */
export async function schemaOf(database: Database): Promise<string> {
  const { rows } = await database.raw<{ name: string | null }>('select current_schema() as name');
  const name = rows[0]?.name;
  if (name) return name;
  throw new Error('The role of DATABASE_URL has no schema for new tables; set its search_path to an existing schema.');
}

/** Sorted names of all tables of the current schema, including those that no migration has created; no partitions. */
export async function presentTables(database: Database): Promise<string[]> {
  const { rows } = await database.raw<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = ${SCHEMA} and relkind in ('r', 'p') and not relispartition`,
  );
  return rows.map(({ name }) => name).sort();
}

export async function countRows(database: Database, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await database.raw<{ count: string }>('select count(*) as count from ??', [table]);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

/**
 * Statements that drop all tables, views and sequences of the current schema, and the objects that depend on them.
 * @param spared names of tables to keep
 */
export async function dropStatements(database: Database, spared: readonly string[] = []): Promise<string[]> {
  const { rows } = await database.raw<{ sql: string }>(
    `select format('drop %s if exists %I.%I cascade',
       case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
       current_schema(), relname) as sql
     from pg_class
     where relnamespace = ${SCHEMA} and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition
       and relname <> all (?::text[])
       and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype in ('a', 'i') and relkind = 'S')
     order by position(relkind in 'vmrpS'), relname`,
    [[...spared]],
  );
  return rows.map(({ sql }) => sql);
}

/** Number of other connections to this database with the application name `lectern`; 0 for the embedded database. */
export async function otherConnections(database: Database): Promise<number> {
  if (database.engine === 'embedded') return 0;
  const { rows } = await database.raw<{ count: string }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and application_name = 'lectern' and pid <> pg_backend_pid()`,
  );
  return Number(rows[0]?.count);
}
