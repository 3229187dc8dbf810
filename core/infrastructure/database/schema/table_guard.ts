import type { Knex } from 'knex';
import { covers, type Uses } from '../../../hosting/internals.ts';
import { tablesInSql } from './tables_in_sql.ts';

/** Largest number of texts that are known to be allowed. knex makes texts for each length of a list. */
const MAX_TEXTS = 1000;

/** Refuses statements of a plugin about tables of other modules that its `uses` does not name. */
export class TableGuard {
  readonly #plugin: string;
  readonly #uses: Uses;
  readonly #owners: ReadonlyMap<string, string>;
  readonly #allowed = new Set<string>();

  /** @param owners modules by table; a table of no module is free */
  constructor(plugin: string, uses: Uses, owners: ReadonlyMap<string, string>) {
    this.#plugin = plugin;
    this.#uses = uses;
    this.#owners = owners;
  }

  /** @throws Error for a statement about a table that `uses` does not name, or names only for reading */
  check(sql: string): void {
    if (this.#allowed.has(sql)) return;
    for (const [table, access] of tablesInSql(sql)) {
      const owner = this.#owners.get(table);
      if (owner === undefined || owner === this.#plugin) continue;
      if (!covers(this.#uses, { kind: 'tables', name: table, access })) throw this.#refusal({ table, access, owner });
    }
    if (this.#allowed.size >= MAX_TEXTS) this.#allowed.clear();
    this.#allowed.add(sql);
  }

  #refusal({ table, access, owner }: Readonly<Record<'table' | 'access' | 'owner', string>>): Error {
    const named = this.#uses.tables?.[table] ? 'names only for reading' : 'does not name';
    const problem = `The plugin ${this.#plugin} ${access}s the table "${table}" of the module "${owner}", which "uses" ${named}`;
    const fix = `add "tables": {"${table}": "${access}"} to "uses" in plugins/${this.#plugin}/module.json, or use a service of the module "${owner}"`;
    return new Error(`${problem}; ${fix}.`);
  }
}

/** knex whose queries have the guard in their context, where the dialect finds it. */
export function guardedKnex(knex: Knex, guard: TableGuard): Knex {
  const guarded = (made: unknown) => {
    (made as Partial<Knex.QueryBuilder> | null)?.queryContext?.({ guard });
    return made;
  };
  return new Proxy(knex, {
    apply: (target, self, given) => guarded(Reflect.apply(target, self, given)),
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function'
        ? (...given: unknown[]) => guarded(Reflect.apply(value, target, given))
        : guarded(value);
    },
  });
}
