import type { Database } from '../database.ts';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Drops the foreign keys of the current schema, runs `work`, and creates the keys again. `work` can fill tables in any
 * order, even with cyclic references. Must run in a transaction.
 * @throws errors of `work`; an error of the driver when rows violate a foreign key
 */
export async function withoutForeignKeys(database: Database, work: () => Promise<void>): Promise<void> {
  const keys = await foreignKeys(database);
  for (const { table, name } of keys) await database.raw('alter table ?? drop constraint ??', [table, name]);
  await work();
  for (const { table, name, definition } of keys)
    await database.raw(`alter table ?? add constraint ?? ${definition.replaceAll('?', '\\?')}`, [table, name]);
}

async function foreignKeys(database: Database): Promise<ForeignKey[]> {
  const { rows } = await database.raw<ForeignKey>(
    `select child.relname as table, one.conname as name, pg_get_constraintdef(one.oid) as definition
     from pg_constraint as one join pg_class as child on child.oid = one.conrelid
     where one.contype = 'f' and child.relnamespace = current_schema()::regnamespace and one.conparentid = 0
     order by 1, 2`,
  );
  return rows;
}
