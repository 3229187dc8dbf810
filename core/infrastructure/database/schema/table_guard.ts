import type { Knex } from 'knex';
import { covers, type Uses } from '../../../hosting/internals.ts';
import { tablesInSql } from './tables_in_sql.ts';

/** Largest number of texts that are known to be allowed. knex makes texts for each length of a list. */
const MAX_TEXTS = 1000;

/** @throws Error for a statement that is refused */
export type StatementGuard = (sql: string) => void;

/**
 * Refuses statements of a plugin about tables of other modules that its `uses` does not name, or names only for reading.
 * @param owners modules by table; a table of no module is free
 */
export function tableGuard(plugin: string, uses: Uses, owners: ReadonlyMap<string, string>): StatementGuard {
  const allowed = new Set<string>();
  return (sql) => {
    if (allowed.has(sql)) return;
    for (const [table, access] of tablesInSql(sql)) {
      const owner = owners.get(table);
      if (owner === undefined || owner === plugin || covers(uses, { kind: 'tables', name: table, access })) continue;
      const named = uses.tables?.[table] ? 'names only for reading' : 'does not name';
      const problem = `The plugin ${plugin} ${access}s the table "${table}" of the module "${owner}", which "uses" ${named}`;
      const fix = `add "tables": {"${table}": "${access}"} to "uses" in plugins/${plugin}/module.json, or use a service`;
      throw new Error(`${problem}; ${fix} of the module "${owner}".`);
    }
    if (allowed.size >= MAX_TEXTS) allowed.clear();
    allowed.add(sql);
  };
}

/** knex whose queries have the guard in their context, where the dialect finds it. */
export function guardedKnex(knex: Knex, guard: StatementGuard): Knex {
  const guarded = (made: unknown) => {
    (made as Partial<Knex.QueryBuilder> | null)?.queryContext?.({ guard });
    return made;
  };
  return new Proxy(knex, {
    apply: (target, self, given) => guarded(Reflect.apply(target, self, given)),
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return guarded(value);
      return (...given: unknown[]) => guarded(Reflect.apply(value, target, given));
    },
  });
}
