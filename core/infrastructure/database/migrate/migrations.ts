import { limitedTo, reasonOf, TooLate, type MigrationFile, type ModuleMigrations } from '../../../hosting/internals.ts';
import type { Database } from '../database.ts';
import type { Logger } from '../config.ts';
import { Lease } from './lease.ts';
import { checksumOf, compareWith } from './migration_checksum.ts';
import { DEMO, MigrationHistory, withoutDemo, type MigrationRecord } from './migration_history.ts';
import { TableOwnership, type OwnedTable } from './table_ownership.ts';
import { assertUnbroken, statusOf, type MigrationStatus } from './migration_status.ts';
import { stepsOf } from './migration_steps.ts';

const WAIT_MS = 120_000;

interface Needs {
  readonly database: Database;
  readonly logger: Logger;
  /** Present names of renamed modules, by their previous names. */
  readonly formerNames?: ReadonlyMap<string, string>;
}

/** Applies and reverts migrations of modules, each in a separate transaction, or in the open one. */
export class Migrations {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #history: MigrationHistory;
  readonly #ownership: TableOwnership;
  readonly #formerNames: ReadonlyMap<string, string>;

  constructor({ database, logger, formerNames = new Map() }: Needs) {
    this.#database = database;
    this.#logger = logger;
    this.#formerNames = formerNames;
    this.#history = new MigrationHistory(database, formerNames);
    this.#ownership = new TableOwnership(database, formerNames);
  }

  /**
   * Runs `work` while no other process migrates; waits at most `waitMs` milliseconds for another process. Before
   * `work`, records of renamed modules get their present names.
   * @throws Error naming the migrating process when that process does not finish in time
   */
  async exclusively<T>(work: () => Promise<T>, { waitMs = WAIT_MS } = {}): Promise<T> {
    await this.#history.prepare();
    const renamed = async () => {
      await this.#rename();
      await this.#ownership.load();
      return this.#history.exclusively(work);
    };
    // The embedded database has one process only. The lease of a killed process would delay the next start.
    if (this.#database.engine === 'embedded') return renamed();
    return new Lease('migrations', this.#database, this.#logger).hold(renamed, waitMs);
  }

  /**
   * Applies the missing migrations of a module, in order. Renews outdated checksums of applied files.
   * @param demo whether demo data is due if no migration was applied before; recorded with the first migration
   * @returns the names of the newly applied migrations
   * @throws Error naming module, file and fix when an applied file was changed or is missing, or a new file sorts
   * before it
   * @throws Error when a migration fails; its changes are rolled back, earlier migrations stay applied
   */
  async up({ module, files, uses }: ModuleMigrations, { demo = false } = {}): Promise<string[]> {
    const recorded = await this.#history.known(module);
    const applied = withoutDemo(recorded);
    assertUnbroken(module, files, applied);
    await this.#renewChecksums(files, applied);
    const missing = files.slice(applied.length);
    let demoDue = demo && recorded.length === 0;
    if (demoDue && missing.length === 0) await this.#history.addDueDemo(module);
    for (const file of missing) {
      await this.#apply({ module, files, uses }, file, demoDue);
      demoDue = false;
    }
    return missing.map(({ name }) => name);
  }

  /**
   * Reverts the latest migrations of a module.
   * @returns the names of the reverted migrations, latest first
   * @throws Error when a file is missing or has no `down`, or `down` fails
   */
  async down({ module, files, uses }: ModuleMigrations, steps = 1): Promise<string[]> {
    const latest = (await this.#history.applied(module)).reverse().slice(0, steps);
    for (const { name } of latest) await this.#revert({ module, files, uses }, name);
    // The demo data was dropped with the tables and may be loaded again.
    if ((await this.#history.applied(module)).length === 0) await this.#history.remove(module, DEMO);
    return latest.map(({ name }) => name);
  }

  /** States of all migrations of the modules, in their order, then by name. Reads the history once. */
  async status(modules: readonly ModuleMigrations[]): Promise<(MigrationStatus & { module: string })[]> {
    const rows = await this.#history.everyModule();
    return modules.flatMap(({ module, files }) => {
      const applied = rows.filter((row) => row.module === module);
      return statusOf(files, applied).map((status) => ({ module, ...status }));
    });
  }

  /** Migrations whose state is not `applied`; empty when the database is up to date. */
  async pending(modules: readonly ModuleMigrations[]): Promise<(MigrationStatus & { module: string })[]> {
    return (await this.status(modules)).filter(({ state }) => state !== 'applied');
  }

  /** Applied migrations of all modules, including removed modules, without demo data. */
  recorded(): Promise<MigrationRecord[]> {
    return this.#history.everyModule();
  }

  /** All records of a module as stored in the database, including its demo data. */
  recordsOf(module: string): Promise<Readonly<Record<string, unknown>>[]> {
    return this.#history.everything(module);
  }

  /** Existing tables and views that the migrations of a module have created; without a module, those of all modules. */
  tablesOf(module?: string): Promise<OwnedTable[]> {
    return this.#ownership.of(module);
  }

  /**
   * Removes the tables and migration records of a module, all or nothing. Reverts the migrations if all their files are
   * present, and drops the tables that are left.
   * @throws Error when a migration cannot be reverted, or another module depends on a table
   */
  async purge({ module, files, uses }: ModuleMigrations): Promise<void> {
    const work = async () => {
      const applied = await this.#history.applied(module);
      const names = new Set(files.map(({ name }) => name));
      if (applied.every(({ name }) => names.has(name))) await this.down({ module, files, uses }, applied.length);
      await this.#ownership.drop(module);
      await this.#history.forget(module);
    };
    await this.#database.transaction(work, { queryLimitMs: 0 });
  }

  /** Names of the modules whose demo data is due; see `up`. */
  async dueDemos(): Promise<string[]> {
    return this.#history.dueDemos();
  }

  /** Loads the demo data of a module once. Returns false without demo data, or if it was loaded before. */
  async loadDemo({ module, demo }: ModuleMigrations): Promise<boolean> {
    if (!demo) return false;
    await this.#history.prepare();
    const load = await demo.load();
    return this.#change(`The demo data of module '${module}' (${demo.file})`, async () => {
      const first = await this.#history.addDemo(module);
      if (first) await load();
      return first;
    });
  }

  async #rename(): Promise<void> {
    for (const [former, module] of this.#formerNames) {
      const count = await this.#database.transaction(async () => {
        await this.#ownership.rename(former, module);
        return this.#history.rename(former, module);
      });
      if (count > 0)
        this.#logger.info(
          { former, module },
          `The migration history of module '${former}' was moved to its new name '${module}'`,
        );
    }
  }

  /** Replaces checksums of the former format, a digest of the text alone, and of files with changed comments. */
  async #renewChecksums(files: readonly MigrationFile[], applied: readonly MigrationRecord[]): Promise<void> {
    for (const record of applied) {
      const file = files.find(({ name }) => name === record.name);
      const comparison = file && compareWith(record.checksum, file);
      if (!comparison || comparison === 'same') continue;
      await this.#history.replaceChecksum({ ...record, checksum: checksumOf(file) });
      const about = { migration: `${record.module}/${record.name}` };
      const what = `Checksum of migration '${record.name}' of module '${record.module}' (${file.file}) renewed`;
      if (comparison !== 'unknown') this.#logger.info(about, `${what}: its code is unchanged`);
      else
        this.#logger.warn(
          about,
          `${what}: the former checksum covered comments, so the code could not be compared. Nothing to do, unless the file was edited after it had been applied`,
        );
    }
  }

  /** The database for migrations of a module: a plugin changes only its own tables, and those that `uses` names. */
  #databaseOf(module: string, uses: object | undefined): Database {
    return uses ? this.#database[limitedTo](module, uses) : this.#database;
  }

  /** Applies one migration. @param demoDue whether to record the demo data of the module as due */
  async #apply({ module, uses }: ModuleMigrations, migration: MigrationFile, demoDue: boolean): Promise<void> {
    const { name, file } = migration;
    const checksum = checksumOf(migration);
    const applied = this.#change(`Migration '${name}' of module '${module}' (${file})`, async () => {
      const { up } = await stepsOf(migration);
      const before = await this.#ownership.present();
      await up(this.#databaseOf(module, uses).knex);
      if (!(await this.#history.add({ module, name, checksum }))) throw new Error('another process has applied it');
      if (demoDue) await this.#history.addDueDemo(module);
      await this.#ownership.record(module, before);
    });
    await applied.catch((error: unknown) => this.#ownership.explain(error as Error));
    this.#logger.info({ migration: `${module}/${name}` }, `Migration '${name}' of module '${module}' applied`);
  }

  async #revert({ module, files, uses }: ModuleMigrations, name: string): Promise<void> {
    const found = files.find((file) => file.name === name);
    if (!found) {
      throw new Error(
        `Migration '${name}' of module '${module}' can't be reverted, because its file is missing. Restore the file in migrations/ of the module.`,
      );
    }
    await this.#change(`Reverting migration '${name}' of module '${module}' (${found.file})`, async () => {
      const { down } = await stepsOf(found);
      if (!down)
        throw new Error('the file exports no function `down`; write one, or fix the tables by a new migration');
      const before = await this.#ownership.present();
      await down(this.#databaseOf(module, uses).knex);
      await this.#history.remove(module, name);
      await this.#ownership.record(module, before);
    });
    this.#logger.info({ migration: `${module}/${name}` }, `Migration '${name}' of module '${module}' reverted`);
  }

  // No query timeout, because building an index on a large table may take any time.
  async #change<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { inTransaction } = this.#database;
    const control = new AbortController();
    const abortable = () =>
      work().catch((error: unknown) => {
        if (inTransaction || !(error instanceof TooLate)) throw error;
        control.abort(error);
        // The late migration may still run. This promise never settles, so that the transaction stays aborted and
        // rejects further queries of the migration.
        return new Promise<never>(() => {});
      });
    try {
      return await this.#database.transaction(abortable, { queryLimitMs: 0, signal: control.signal });
    } catch (error) {
      const reason = reasonOf(error);
      throw new Error(`${what} failed and was rolled back: ${reason}. Fix the cause and start again.`, {
        cause: error,
      });
    }
  }
}
