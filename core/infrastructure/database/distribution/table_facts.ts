import type { Database } from '../database.ts';

/** A unique key of a table. */
export interface UniqueKey {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
  /** Text after `add constraint <name>`. */
  readonly definition: string;
}

/** Names of the columns of a table. */
export interface TableColumns {
  readonly never: readonly string[];
  readonly nullable: readonly string[];
  readonly hasIdentity: boolean;
}

/** Properties of tables that decide whether they can be distributed. */
export interface TableFacts {
  readonly columns: ReadonlyMap<string, TableColumns>;
  readonly keys: readonly UniqueKey[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Tables with rewrite rules or triggers. */
  readonly ruled: ReadonlySet<string>;
}

const OWN = `relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`;
const namesOf = (numbers: string, table: string) => `array(
  select attname::text from unnest(${numbers}) with ordinality as one (number, place)
  join pg_attribute on attrelid = ${table} and attnum = one.number order by place)`;

/** Reads the catalogue of the current schema. Tables of extensions are left out. */
export async function readTableFacts(database: Database): Promise<TableFacts> {
  const { rows: columns } = await database.raw<TableColumns & { table: string }>(
    `select relname as table, bool_or(attidentity <> '') as "hasIdentity",
       coalesce(array_agg(attname::text) filter (where attnotnull), '{}') as never,
       coalesce(array_agg(attname::text) filter (where not attnotnull), '{}') as nullable
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where ${OWN} and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     group by relname`,
  );
  const { rows: keys } = await database.raw<UniqueKey>(
    `select owner.relname as table, part.relname as name, ${namesOf('indkey::int2[]', 'indrelid')} as columns
     from pg_index join pg_class as owner on owner.oid = indrelid join pg_class as part on part.oid = indexrelid
     where indisunique and indrelid in (select oid from pg_class where ${OWN}) order by 1, 2`,
  );
  const { rows: ruled } = await database.raw<{ table: string }>(
    `select relname as table from pg_class where ${OWN} and (
       exists (select from pg_rewrite where ev_class = pg_class.oid)
       or exists (select from pg_trigger where tgrelid = pg_class.oid and not tgisinternal))`,
  );
  return {
    columns: new Map(columns.map((one) => [one.table, one])),
    keys,
    foreignKeys: await readForeignKeys(database),
    ruled: new Set(ruled.map(({ table }) => table)),
  };
}

/** Foreign keys of the tables of the current schema. */
export async function readForeignKeys(database: Database): Promise<ForeignKey[]> {
  const { rows } = await database.raw<ForeignKey>(
    `select child.relname as table, conname as name, parent.relname as target,
       ${namesOf('conkey', 'conrelid')} as columns, ${namesOf('confkey', 'confrelid')} as "targetColumns",
       pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint
     join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
     where contype = 'f' and conparentid = 0 and child.relnamespace = current_schema()::regnamespace order by 1, 2`,
  );
  return rows;
}
