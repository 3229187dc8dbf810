import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../infrastructure/database/index.ts';
import { includeSql, keepFileSql, keepSql, presentSql, tableSnapshotSql, restoreSql } from './table_snapshot_sql.ts';

const TRIES = 5;
const PAUSE_MS = 20;
const DEADLOCK = '40P01';
const NO_RIGHT = '42501';

/**
 * Snapshot of the tables after the start of the kernel, stored in the schema `lectern_snapshot`. A restore writes only
 * tables whose rows have changed.
 */
export class TableSnapshot {
  private constructor(private readonly database: Database) {}

  /** Takes a snapshot. For a database from a snapshot file, stores only tables that differ from the file. */
  static async take(database: Database): Promise<TableSnapshot> {
    await database.transaction(async () => {
      const { rows } = await database.raw<{ present: boolean }>(presentSql);
      if (!rows[0]?.present) await database.raw(tableSnapshotSql);
      await database.raw(keepSql);
    });
    return new TableSnapshot(database);
  }

  /** Stores all rows in the schema, for a database that is about to be written to a snapshot file. */
  static async prepareFile(database: Database): Promise<void> {
    await database.raw(tableSnapshotSql);
    await database.raw(keepFileSql);
  }

  /**
   * Restores rows and sequences, drops values that services have buffered for a later write, and clears caches of
   * services for the restored tables.
   * @throws Error when the role of `TEST_DATABASE_URL` lacks the permission
   */
  async restore(): Promise<void> {
    for (const buffer of this.database.buffers) await buffer.drop();
    for (const table of await this.#restored()) this.database.changed(table);
  }

  /** Adds rows that were written after the snapshot: those with this value in `column`. */
  async include(table: string, column: string, value: string): Promise<void> {
    await this.database.raw(includeSql, [table, column, value]);
  }

  /** Restores changed tables and returns their names. Repeats the transaction after a deadlock with background work. */
  async #restored(): Promise<string[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.transaction(async () => {
          const { rows } = await this.database.raw<{ tables: string[] }>(restoreSql);
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
