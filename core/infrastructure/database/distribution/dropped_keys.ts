import type { Database } from '../database.ts';
import { foreignProblem } from './distribution_plan.ts';
import { readForeignKeys, type ForeignKey } from './table_facts.ts';
import type { Placement } from './placement.ts';

/** Foreign keys that the distribution has dropped, until they are created again. */
const TABLE = 'lectern_foreign_keys';

type Places = ReadonlyMap<string, Placement>;

/**
 * Drops the foreign keys from and to tables, because tables with foreign keys cannot change their place one by one, and
 * records them in the same transaction.
 */
export async function dropKeys(database: Database, tables: readonly string[]): Promise<void> {
  await database.raw(`create table if not exists ${TABLE} (
    table_name text not null, name text not null, key jsonb not null, primary key (table_name, name))`);
  const moving = new Set(tables);
  await database.transaction(async () => {
    for (const key of await readForeignKeys(database)) {
      if (!moving.has(key.table) && !moving.has(key.target)) continue;
      await database.raw(
        `insert into ${TABLE} (table_name, name, key) values (?, ?, ?) on conflict (table_name, name) do update set key = excluded.key`,
        [key.table, key.name, JSON.stringify(key)],
      );
      await database.raw('alter table ?? drop constraint ??', [key.table, key.name]);
    }
  });
}

/** Dropped foreign keys; none on a database that was never distributed. */
export async function droppedKeys(database: Database): Promise<ForeignKey[]> {
  const { rows: found } = await database.raw<{ exists: boolean }>('select to_regclass(?) is not null as exists', [
    TABLE,
  ]);
  if (!found[0]?.exists) return [];
  return (await database.raw<{ key: ForeignKey }>(`select key from ${TABLE} order by table_name, name`)).rows.map(
    ({ key }) => key,
  );
}

/** Creates the dropped foreign keys again that the present places allow. @throws an error of the driver for wrong rows */
export async function restoreKeys(database: Database, places: Places): Promise<void> {
  for (const key of (await droppedKeys(database)).filter((one) => isChecked(one, places)))
    await database.transaction(
      async () => {
        await database.raw(`alter table ?? add constraint ?? ${key.definition.replaceAll('?', '\\?')}`, [
          key.table,
          key.name,
        ]);
        await database.raw(`delete from ${TABLE} where table_name = ? and name = ?`, [key.table, key.name]);
      },
      { queryLimitMs: 0 },
    );
}

/** Whether the tables of a foreign key lie so that one node can check it, and the coordinator keeps plain tables. */
export function isChecked(key: ForeignKey, places: Places): boolean {
  const [own, target] = [places.get(key.table) ?? 'local', places.get(key.target) ?? 'local'];
  return own === 'local' ? target === 'local' : foreignProblem(key, own, target) === undefined;
}
