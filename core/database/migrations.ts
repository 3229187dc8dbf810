import { reasonOf, TooLate } from 'lectern/host';
import type { Database } from './database.ts';
import type { Logger } from './database_config.ts';
import { Lease } from './lease.ts';
import { DEMO, Ledger, withoutDemo, type LedgerRow } from './ledger.ts';
import { MadeTables, type MadeTable } from './made_tables.ts';
import type { MigrationFile, ModuleMigrations } from './migration_files.ts';
import { assertUnbroken, statusOf, type MigrationStatus } from './migration_status.ts';

const WAIT_MS = 120_000;

/** What holds before a migration is applied. */
interface Before {
  /** Names of all tables and views. */
  readonly present: readonly string[];
  /** Whether the demo data of the module becomes due with it. */
  readonly demoDue: boolean;
}

/** Brings the tables of the modules up to date, and back. Every migration runs in a transaction of its own. */
export class Migrations {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #ledger: Ledger;
  readonly #made: MadeTables;

  constructor({ database, logger }: { database: Database; logger: Logger }) {
    this.#database = database;
    this.#logger = logger;
    this.#ledger = new Ledger(database);
    this.#made = new MadeTables(database);
  }

  /**
   * Runs `work` while no other replica migrates, waiting for one that does for at most `waitMs` milliseconds.
   * @throws Error naming the process that migrates when it does not finish in time
   */
  async exclusively<T>(work: () => Promise<T>, { waitMs = WAIT_MS } = {}): Promise<T> {
    await this.#ledger.prepare();
    // The embedded database has one process only, and a lease of a killed one would hold up its successor.
    if (this.#database.engine === 'embedded') return work();
    return new Lease('migrations', this.#database, this.#logger).hold(work, waitMs);
  }

  /**
   * Applies the missing migrations of a module, in order.
   * @param demo whether demo data is due where nothing was ever applied; recorded together with the first migration
   * @returns the names of those applied
   * @throws Error naming module, file and mend when an applied file was changed, has vanished or is overtaken by a new
   *   one, and when a migration fails; what it did is rolled back then, those before it stay
   */
  async up({ module, files }: ModuleMigrations, { demo = false } = {}): Promise<string[]> {
    const recorded = await this.#ledger.recorded(module);
    const applied = withoutDemo(recorded);
    assertUnbroken(module, files, applied);
    const missing = files.slice(applied.length);
    let demoDue = demo && recorded.length === 0;
    if (demoDue && missing.length === 0) await this.#ledger.addDueDemo(module);
    let present = missing.length > 0 ? await this.#made.present() : [];
    for (const file of missing) {
      present = await this.#apply(module, file, { present, demoDue });
      demoDue = false;
    }
    return missing.map(({ name }) => name);
  }

  /**
   * Reverts the latest migrations of a module.
   * @returns the names of those reverted, latest first
   * @throws Error when a file has vanished or has no `down`
   */
  async down({ module, files }: ModuleMigrations, steps = 1): Promise<string[]> {
    const latest = (await this.#ledger.applied(module)).reverse().slice(0, steps);
    for (const { name } of latest) await this.#revert(module, name, files);
    // Without tables the demo data is gone as well, and may be loaded again.
    if ((await this.#ledger.applied(module)).length === 0) await this.#ledger.remove(module, DEMO);
    return latest.map(({ name }) => name);
  }

  /** The state of every migration of a module, by name. */
  async status({ module, files }: ModuleMigrations): Promise<MigrationStatus[]> {
    const rows = await this.#ledger.everyModule();
    return statusOf(
      files,
      rows.filter((row) => row.module === module),
    );
  }

  /** What is not as the files say; nothing when the database is ready for them. */
  async pending(modules: ModuleMigrations[]): Promise<(MigrationStatus & { module: string })[]> {
    const rows = await this.#ledger.everyModule();
    const states = modules.flatMap(({ module, files }) => {
      const applied = rows.filter((row) => row.module === module);
      return statusOf(files, applied).map((status) => ({ module, ...status }));
    });
    return states.filter(({ state }) => state !== 'applied');
  }

  /** What was applied of all modules, those included that are not there any more. */
  recorded(): Promise<LedgerRow[]> {
    return this.#ledger.everyModule();
  }

  /** Every record of a module as it stands in the database, its demo data's included. */
  recordsOf(module: string): Promise<Readonly<Record<string, unknown>>[]> {
    return this.#ledger.everything(module);
  }

  /** The tables and views that the migrations of a module have made, as far as they are still there; left out, of all. */
  tablesOf(module?: string): Promise<MadeTable[]> {
    return this.#made.of(module);
  }

  /**
   * Removes everything that the migrations of a module have made: by reverting them where all their files are there,
   * else by dropping its tables. All of it or nothing.
   * @throws Error when a migration can't be reverted, or another module depends on a table
   */
  async purge({ module, files }: ModuleMigrations): Promise<void> {
    const work = async () => {
      const applied = await this.#ledger.applied(module);
      const names = new Set(files.map(({ name }) => name));
      if (applied.every(({ name }) => names.has(name))) await this.down({ module, files }, applied.length);
      await this.#made.drop(module);
      await this.#ledger.forget(module);
    };
    await this.#database.transaction(work, { queryLimitMs: 0 });
  }

  /** Names of the modules whose demo data is still to be loaded; see `up`. */
  async dueDemos(): Promise<string[]> {
    return this.#ledger.dueDemos();
  }

  /** Loads the demo data of a module, once. Returns false when there is none or it was loaded before. */
  async loadDemo({ module, demo }: ModuleMigrations): Promise<boolean> {
    if (!demo) return false;
    await this.#ledger.prepare();
    const load = await demo.load();
    return this.#change(`The demo data of module '${module}' (${demo.file})`, async () => {
      const first = await this.#ledger.addDemo(module);
      if (first) await load();
      return first;
    });
  }

  /** @returns the tables that there are now, of those that were there before it */
  async #apply(module: string, migration: MigrationFile, { present, demoDue }: Before): Promise<string[]> {
    const { name, file, checksum, load } = migration;
    const made = await this.#change(`Migration '${name}' of module '${module}' (${file})`, async () => {
      const { up } = await load();
      await up(this.#database.knex);
      if (!(await this.#ledger.add({ module, name, checksum }))) throw new Error('another process has applied it');
      if (demoDue) await this.#ledger.addDueDemo(module);
      return this.#made.record(module, present);
    });
    this.#logger.info({ migration: `${module}/${name}` }, `Migration '${name}' of module '${module}' applied`);
    return [...present, ...made];
  }

  async #revert(module: string, name: string, files: MigrationFile[]): Promise<void> {
    const found = files.find((file) => file.name === name);
    if (!found) {
      throw new Error(
        `Migration '${name}' of module '${module}' can't be reverted, its file has vanished. Put the file back.`,
      );
    }
    await this.#change(`Reverting migration '${name}' of module '${module}' (${found.file})`, async () => {
      const { down } = await found.load();
      if (!down) throw new Error('it exports no function `down`; write one, or mend the tables by a new migration');
      const before = await this.#made.present();
      await down(this.#database.knex);
      await this.#ledger.remove(module, name);
      await this.#made.record(module, before);
    });
    this.#logger.info({ migration: `${module}/${name}` }, `Migration '${name}' of module '${module}' reverted`);
  }

  // Building an index on a large table takes as long as it takes.
  async #change<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { inTransaction } = this.#database;
    const control = new AbortController();
    const abortable = () =>
      work().catch((error: unknown) => {
        if (inTransaction || !(error instanceof TooLate)) throw error;
        control.abort(error);
        // The function may go on: its queries are refused as long as the work of its transaction has not ended.
        return new Promise<never>(() => {});
      });
    try {
      return await this.#database.transaction(abortable, { queryLimitMs: 0, signal: control.signal });
    } catch (error) {
      const reason = reasonOf(error);
      throw new Error(`${what} failed and was rolled back: ${reason}. Mend the cause and start again.`, {
        cause: error,
      });
    }
  }
}
