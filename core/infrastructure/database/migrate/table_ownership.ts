import { reasonOf } from '../../../hosting/internals.ts';
import type { Database } from '../database.ts';
import { OWNERSHIP, orNothing } from './migration_history.ts';

/** Tables and views: `information_schema.tables` lists the same, but checks the rights on each, which takes long. */
const PRESENT = `select relname::text as table_name from pg_class
  where relkind in ('r', 'p', 'v', 'f')
    and relnamespace = (select oid from pg_namespace where nspname = current_schema())`;

/** A table or view of a module. */
export interface OwnedTable {
  readonly module: string;
  readonly name: string;
  readonly isView: boolean;
}

/**
 * Records for each table and view which module has created it by a migration. The tables of a module are thus known
 * after the files of the module are removed.
 */
export class TableOwnership {
  /** @param formerNames present names of renamed modules, by their previous names */
  constructor(
    private readonly database: Database,
    private readonly formerNames: ReadonlyMap<string, string>,
  ) {}

  /** Names of all existing tables and views. */
  async present(): Promise<string[]> {
    const { rows } = await this.database.raw<{ table_name: string }>(PRESENT);
    return rows.map(({ table_name }) => table_name);
  }

  /**
   * Records the tables that a migration has created, and removes the records of dropped tables.
   * @param before names of all tables and views before the migration
   */
  async record(module: string, before: readonly string[]): Promise<void> {
    // Two statements, because some engines reject two changes of a table in one statement.
    await this.database.raw(`delete from ${OWNERSHIP} where name not in (${PRESENT})`);
    const { rows } = await this.database.raw<{ name: string }>(
      `insert into ${OWNERSHIP} (module, name)
       select ?, table_name from (${PRESENT}) as present where table_name <> all (?::text[])
       on conflict (module, name) do nothing returning name`,
      [module, [...before]],
    );
    for (const { name } of rows) this.database.owners.set(name, module);
  }

  /** Reads which modules own which tables, for the databases of plugins. */
  async load(): Promise<void> {
    const rows = await this.database.table<Omit<OwnedTable, 'isView'>>(OWNERSHIP).select('module', 'name');
    for (const { module, name } of rows) this.database.owners.set(name, this.formerNames.get(module) ?? module);
  }

  /** Existing tables and views of a module, or of all modules. */
  async of(module?: string): Promise<OwnedTable[]> {
    const query = this.database.raw<OwnedTable>(
      `select owned.module, owned.name, present.table_type = 'VIEW' as "isView"
       from ${OWNERSHIP} as owned
       join information_schema.tables as present
         on present.table_name = owned.name and present.table_schema = current_schema()
       order by owned.module, owned.name`,
    );
    const rows = await orNothing(query.then((result) => result.rows));
    const tables = rows.map((table) => ({ ...table, module: this.formerNames.get(table.module) ?? table.module }));
    return tables.filter((table) => module === undefined || table.module === module);
  }

  /** Throws the error of a migration, with the module that owns a table which the migration creates once more. */
  async explain(error: Error): Promise<never> {
    const [reason, name] = /relation "([^"]+)" already exists/.exec(error.message) ?? [];
    if (reason === undefined) throw error;
    const owned = await this.of().catch(() => []);
    const owner = owned.find((table) => table.name === name)?.module;
    if (owner === undefined) throw error;
    const fix = `it is a table of the module "${owner}"; begin the names of tables with the name of their module`;
    throw new Error(error.message.replace(reason, `${reason}: ${fix}`), { cause: error });
  }

  /** Assigns the tables of a renamed module to its present name. */
  async rename(former: string, module: string): Promise<void> {
    const present = this.database.table(OWNERSHIP).where({ module }).select('name');
    await this.database.table(OWNERSHIP).where({ module: former }).whereNotIn('name', present).update({ module });
  }

  /** Drops the remaining tables and views of a module. @throws Error when the DROP fails */
  async drop(module: string): Promise<void> {
    const left = await this.of(module);
    const [views, tables] = [left.filter(({ isView }) => isView), left.filter(({ isView }) => !isView)];
    if (views.length > 0) await this.#dropAll('view', views);
    if (tables.length > 0) await this.#dropAll('table', tables);
    await this.database.table(OWNERSHIP).where({ module }).delete();
  }

  /** One statement drops all: tables may reference each other. CASCADE would drop views of other modules, too. */
  async #dropAll(kind: 'table' | 'view', list: readonly OwnedTable[]): Promise<void> {
    const names = list.map(({ name }) => name);
    try {
      await this.database.raw(`drop ${kind} ${names.map(() => '??').join(', ')}`, names);
    } catch (error) {
      const what = `The ${kind}${names.length === 1 ? '' : 's'} ${names.join(', ')} of module '${list[0]?.module}' can't be dropped`;
      const fix = 'If views or foreign keys of other modules depend on them, remove those views or keys first.';
      throw new Error(`${what}: ${reasonOf(error)}. ${fix}`, { cause: error });
    }
  }
}
