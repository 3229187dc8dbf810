import type { Database } from './database.ts';
import { mayLag, type ReadCall } from './replicas/read_call.ts';
import { SharedCache } from './shared_cache.ts';

/** Size from which counts are cached. Counting shorter lists is cheap and exact. */
const WORTH_KEEPING = 1_000;

/**
 * Cached sizes of long lists of one table, because counting a large table costs more than reading a page. Changes by
 * `insertRow`, `revise` or `database.changed` count immediately; changes of other replicas after two seconds at most.
 */
export class SharedCount {
  readonly #database: Database;
  readonly #counts: SharedCache<number>;

  constructor(database: Database, table: string) {
    this.#database = database;
    const keeps = (total: number) => total >= WORTH_KEEPING;
    this.#counts = new SharedCache(database, { table, freshMs: 1_000, usableMs: 2_000, keeps });
  }

  /** The count of a key; with a call, a read replica may have counted. */
  of(name: string, count: () => Promise<number>, call?: ReadCall): Promise<number> {
    // A separate key, so that callers with recent changes do not get a count of a replica.
    const key = this.#database.replicas && call && mayLag(call) ? `replica ${name}` : name;
    return this.#counts.of(key, count);
  }
}
