import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/index.ts';
import { includeSql, keepFileSql, keepSql, presentSql, tableSnapshotSql, restoreSql } from './table_snapshot_sql.ts';

const TRIES = 5;
const PAUSE_MS = 20;
const DEADLOCK = '40P01';
const NO_RIGHT = '42501';

/**
 * Snapshot of the tables after the start of the kernel, stored in a separate schema. Restores only tables with changed
 * rows, so that services may use transactions freely.
 */
export class TableSnapshot {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Takes a snapshot. Stores only tables that differ from the database snapshot file, if there is one. */
  static async take(database: Database): Promise<TableSnapshot> {
    await database.transaction(async () => {
      const { rows } = await database.raw<{ present: boolean }>(presentSql);
      if (!rows[0]?.present) await database.raw(tableSnapshotSql);
      await database.raw(keepSql);
    });
    return new TableSnapshot(database);
  }

  /** Prepares a database snapshot file that later kernels can restore. */
  static async prepareFile(database: Database): Promise<void> {
    await database.raw(tableSnapshotSql);
    await database.raw(keepFileSql);
  }

  /**
   * Restores rows and sequences, and clears caches of services for the restored tables.
   * @throws Error when the role of the server lacks the permission
   */
  async restore(): Promise<void> {
    for (const table of await this.#restored()) this.#database.changed(table);
  }

  /** Adds the rows with this value in `column` to the snapshot, although they were written later. */
  async include(table: string, column: string, value: string): Promise<void> {
    await this.#database.raw(includeSql, [table, column, value]);
  }

  /** Restores tables; repeats the transaction after a deadlock with background work of the kernel. */
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
  const problem = 'the role of TEST_DATABASE_URL does not permit reset() to restore rows';
  const fix = 'use a superuser of a server for tests, or grant set on parameter session_replication_role to that role';
  return new Error(`${problem}; ${fix}.`, { cause });
}
