import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/index.ts';
import { includeSql, keepSnapshotSql, keepSql, presentSql, pristineSql, restoreSql } from './pristine_sql.ts';

const TRIES = 5;
const PAUSE_MS = 20;
const DEADLOCK = '40P01';
const NO_RIGHT = '42501';

/**
 * The tables as they were when the kernel had started, kept in a schema of their own. Putting them back is done table
 * by table, only where rows were touched, so that services may open and commit transactions as they like.
 */
export class Pristine {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Keeps what is there. A snapshot brings what it holds along. */
  static async take(database: Database): Promise<Pristine> {
    await database.transaction(async () => {
      const { rows } = await database.raw<{ present: boolean }>(presentSql);
      if (!rows[0]?.present) await database.raw(pristineSql);
      await database.raw(keepSql);
    });
    return new Pristine(database);
  }

  /** Makes a snapshot one that can be put back, for the next kernel that begins with it. */
  static async takeSnapshot(database: Database): Promise<void> {
    await database.raw(pristineSql);
    await database.raw(keepSnapshotSql);
  }

  /**
   * Puts back rows and sequences, and tells services that keep something of a table to forget it.
   * @throws Error when the role of the server may not do that
   */
  async restore(): Promise<void> {
    for (const table of await this.#restored()) this.#database.changed(table);
  }

  /** Adds what was written since to what is put back. */
  async include(table: string, column: string, value: string): Promise<void> {
    await this.#database.raw(includeSql, [table, column, value]);
  }

  /** Background work of the kernel may hold rows in another order; then one of the two begins again. */
  async #restored(): Promise<string[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#database.transaction(async () => {
          const { rows } = await this.#database.raw<{ tables: string[] }>(restoreSql);
          return rows[0]?.tables ?? [];
        });
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === NO_RIGHT) throw noRight(error);
        if (code !== DEADLOCK || attempt === TRIES) throw error;
        await sleep(PAUSE_MS * attempt);
      }
    }
  }
}

function noRight(cause: unknown): Error {
  const problem = 'reset() may not put rows back with the role of TEST_DATABASE_URL';
  const mend = 'use a superuser of a server for tests, or grant set on parameter session_replication_role to that role';
  return new Error(`${problem}; ${mend}.`, { cause });
}
