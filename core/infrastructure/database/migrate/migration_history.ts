import type { Database } from '../database.ts';
import { codeOf } from '../protocol/unavailable.ts';

/** Name of the record of a module's demo data. */
export const DEMO = 'demo';
/** Stored in place of a checksum while the demo data of a module still has to be loaded. */
const DUE = 'due';

const TABLE = 'lectern_migrations';
/** Table that records which module has created a table or view; see `TableOwnership`. */
export const OWNERSHIP = 'lectern_tables';
const UNDEFINED_TABLE = '42P01';

/** Record of an applied migration, or of a module's demo data (`DEMO`). */
export interface MigrationRecord {
  module: string;
  name: string;
  checksum: string;
}

export class MigrationHistory {
  #prepared: Promise<void> | undefined;
  /** Whether no other process changes the history; see `exclusively`. */
  #isExclusive = false;
  /** Cached records of all modules, while access is exclusive; cleared by each change that this process makes. */
  #allRecords: Promise<MigrationRecord[]> | undefined;

  /** @param formerNames present names of renamed modules, by their previous names */
  constructor(
    private readonly database: Database,
    private readonly formerNames: ReadonlyMap<string, string>,
  ) {}

  /** Creates missing tables for leases, history and table ownership. Several processes may do so concurrently. */
  prepare(): Promise<void> {
    this.#prepared ??= prepareTables(this.database).catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  /**
   * Runs `work` with cached records: `known` reads all records with one query. The caller must ensure that no other
   * process changes the history meanwhile.
   */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    this.#allRecords = undefined;
    this.#isExclusive = true;
    try {
      return await work();
    } finally {
      this.#isExclusive = false;
    }
  }

  /** Like `recorded`. During `exclusively` and outside of transactions, one query reads the records of all modules. */
  async known(module: string): Promise<MigrationRecord[]> {
    // Records read in a transaction are not cached, because a rollback would invalidate them.
    if (!this.#isExclusive || this.database.inTransaction) return this.recorded(module);
    await this.prepare();
    this.#allRecords ??= this.#select();
    return byName((await this.#allRecords).filter((row) => row.module === module));
  }

  /** Applied migrations of a module, by name, without its demo data. */
  async applied(module: string): Promise<MigrationRecord[]> {
    return withoutDemo(await this.recorded(module));
  }

  async addDueDemo(module: string): Promise<void> {
    await this.add({ module, name: DEMO, checksum: DUE });
  }

  /** Names of the modules whose demo data is due. */
  async dueDemos(): Promise<string[]> {
    const rows = await this.database
      .table<MigrationRecord>(TABLE)
      .where({ name: DEMO, checksum: DUE })
      .select('module');
    return rows.map(({ module }) => module);
  }

  /** Records the demo data of a module as loaded. Returns false when it was recorded as loaded before. */
  async addDemo(module: string): Promise<boolean> {
    const due = this.#changed().where({ module, name: DEMO, checksum: DUE });
    return (await due.update({ checksum: '' })) > 0 || this.add({ module, name: DEMO, checksum: '' });
  }

  /**
   * Applied migrations of all modules, without demo data; empty when the history table does not exist. The records of a
   * renamed module carry its present name.
   */
  async everyModule(): Promise<MigrationRecord[]> {
    const rows = await orNothing(
      this.database.table<MigrationRecord>(TABLE).select<MigrationRecord[]>('module', 'name', 'checksum'),
    );
    return withoutDemo(rows).map((row) => ({ ...row, module: this.formerNames.get(row.module) ?? row.module }));
  }

  /** Records a migration. Returns false when it was recorded before. */
  async add(row: MigrationRecord): Promise<boolean> {
    const added = await this.#changed().insert(row).onConflict(['module', 'name']).ignore().returning('name');
    return added.length > 0;
  }

  async replaceChecksum({ module, name, checksum }: MigrationRecord): Promise<void> {
    await this.#changed().where({ module, name }).update({ checksum });
  }

  /** All records of a module, as stored in the table; empty when the table does not exist. */
  async everything(module: string): Promise<Readonly<Record<string, unknown>>[]> {
    return orNothing(this.database.table(TABLE).where({ module }).select('*').orderBy('name'));
  }

  /** Gives the records of a renamed module its present name. @returns the number of changed records */
  async rename(former: string, module: string): Promise<number> {
    const present = this.database.table(TABLE).where({ module }).select('name');
    return this.#changed().where({ module: former }).whereNotIn('name', present).update({ module });
  }

  /** Deletes all records of a module. */
  async forget(module: string): Promise<void> {
    await this.#changed().where({ module }).delete();
  }

  async remove(module: string, name: string): Promise<void> {
    await this.#changed().where({ module, name }).delete();
  }

  /** Records of a module, by name, including its demo data. */
  async recorded(module: string): Promise<MigrationRecord[]> {
    await this.prepare();
    return byName(await this.#select({ module }));
  }

  async #select(where: Partial<MigrationRecord> = {}): Promise<MigrationRecord[]> {
    return this.database.table<MigrationRecord>(TABLE).where(where).select('module', 'name', 'checksum');
  }

  /** Query builder for a change of the table. Clears the cached records, so that `known` reads them again. */
  #changed() {
    this.#allRecords = undefined;
    return this.database.table<MigrationRecord>(TABLE);
  }
}

/** Sorts records in JavaScript, because the collation of the database may differ from the order of files. */
function byName(rows: readonly MigrationRecord[]): MigrationRecord[] {
  return [...rows].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function withoutDemo(rows: readonly MigrationRecord[]): MigrationRecord[] {
  return rows.filter(({ name }) => name !== DEMO);
}

/** Whether a record marks demo data as loaded. */
export function isLoadedDemo({ name, checksum }: Readonly<Record<string, unknown>>): boolean {
  return name === DEMO && checksum !== DUE;
}

/** Returns no rows when the table does not exist, as before the first migration. */
export async function orNothing<Row>(query: PromiseLike<Row[]>): Promise<Row[]> {
  try {
    return await query;
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

// Errors of concurrent `create table if not exists`: unique violation in the catalogue, duplicate table, duplicate
// type, concurrent update of the catalogue, serialization failure.
const LOST_RACE_CODES = new Set(['23505', '42P07', '42710', 'XX000', '40001']);
const TRIES = 5;

const TABLES = [
  `create table if not exists lectern_leases (
     name text primary key, holder text not null, expires_at timestamptz not null)`,
  `create table if not exists ${TABLE} (
     module text not null, name text not null, checksum text not null,
     applied_at timestamptz not null default now(), primary key (module, name))`,
  `create table if not exists ${OWNERSHIP} (module text not null, name text not null, primary key (module, name))`,
];

async function prepareTables(database: Database): Promise<void> {
  // Checked first: when the tables exist, the role needs no right to create tables.
  const { rows } = await database.raw(
    `select 1 from information_schema.tables
     where table_schema = current_schema() and table_name in ('lectern_leases', '${TABLE}', '${OWNERSHIP}')`,
  );
  if (rows.length === TABLES.length) return;
  for (const sql of TABLES) await createTable(database, sql);
}

async function createTable(database: Database, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await database.raw(sql);
      return;
    } catch (error) {
      if (attempt === TRIES || !LOST_RACE_CODES.has(codeOf(error) ?? '')) throw error;
    }
  }
}
