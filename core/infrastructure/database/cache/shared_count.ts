import type { Database } from '../database.ts';
import { readsReplica, type ReadCall } from '../replicas/read_call.ts';
import { SharedCache } from './shared_cache.ts';

/** Number of rows from which a count is cached. Shorter lists are counted each time, which is cheap. */
const MIN_CACHED_COUNT = 1_000;

/**
 * Caches the sizes of long lists of one table, because counting a large table costs more than reading a page. A cached
 * size is at most two seconds old, and is discarded by a change of the table (`Database.changed`).
 */
export class SharedCount {
  readonly #database: Database;
  readonly #counts: SharedCache<number>;

  constructor(database: Database, table: string) {
    this.#database = database;
    const keeps = (total: number) => total >= MIN_CACHED_COUNT;
    this.#counts = new SharedCache(database, { table, freshMs: 1_000, usableMs: 2_000, keeps });
  }

  /** The size of the list `name`, cached or from `count`. @param call the call with which `count` reads */
  of(name: string, count: () => Promise<number>, call?: ReadCall): Promise<number> {
    // A separate key, so that callers with recent changes do not get a count from a replica.
    const key = readsReplica(this.#database, call) ? `replica ${name}` : name;
    return this.#counts.of(key, count);
  }
}
