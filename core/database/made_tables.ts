import { reasonOf } from 'lectern/host';
import type { Database } from './database.ts';
import { MADE, orNothing } from './ledger.ts';

const PRESENT = 'select table_name from information_schema.tables where table_schema = current_schema()';

/** A table or view of a module. */
export interface MadeTable {
  readonly module: string;
  readonly name: string;
  readonly isView: boolean;
}

/**
 * Which module's migrations have made which tables and views. It is seen by what is new after a migration, so that a
 * module whose files are gone can still be told apart from the rest.
 */
export class MadeTables {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Names of all tables and views that there are. */
  async present(): Promise<string[]> {
    const { rows } = await this.#database.raw<{ table_name: string }>(PRESENT);
    return rows.map(({ table_name }) => table_name);
  }

  /**
   * Records what a migration has made, and forgets what is not there any more.
   * @param before what there was before the migration
   * @returns what is new
   */
  async record(module: string, before: readonly string[]): Promise<string[]> {
    // Two statements, because not every engine lets one change a table twice.
    await this.#database.raw(`delete from ${MADE} where name not in (${PRESENT})`);
    const { rows } = await this.#database.raw<{ name: string }>(
      `insert into ${MADE} (module, name)
       select ?, table_name from (${PRESENT}) as present where table_name <> all (?::text[])
       on conflict (module, name) do nothing returning name`,
      [module, [...before]],
    );
    return rows.map(({ name }) => name);
  }

  /** What there is of a module, or of all of them, by name. */
  async of(module?: string): Promise<MadeTable[]> {
    const query = this.#database.raw<MadeTable>(
      `select made.module, made.name, present.table_type = 'VIEW' as "isView"
       from ${MADE} as made
       join information_schema.tables as present
         on present.table_name = made.name and present.table_schema = current_schema()
       where made.module = coalesce(?, made.module) order by made.module, made.name`,
      [module ?? null],
    );
    return orNothing(query.then(({ rows }) => rows));
  }

  /** Drops what is left of a module. @throws Error when something of another module depends on it */
  async drop(module: string): Promise<void> {
    const left = await this.of(module);
    const [views, tables] = [left.filter(({ isView }) => isView), left.filter(({ isView }) => !isView)];
    if (views.length > 0) await this.#dropAll('view', views);
    if (tables.length > 0) await this.#dropAll('table', tables);
    await this.#database.table(MADE).where({ module }).delete();
  }

  /** In one statement, in which they may refer to each other. What others have made of them is not dropped along. */
  async #dropAll(kind: 'table' | 'view', list: readonly MadeTable[]): Promise<void> {
    const names = list.map(({ name }) => name);
    try {
      await this.#database.raw(`drop ${kind} ${names.map(() => '??').join(', ')}`, names);
    } catch (error) {
      const what = `The ${kind}s ${names.join(', ')} of module '${list[0]?.module}' can't be dropped`;
      const mend = 'When views or foreign keys of others depend on them, remove those first.';
      throw new Error(`${what}: ${reasonOf(error)}. ${mend}`, { cause: error });
    }
  }
}
