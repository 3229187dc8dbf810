import type { Database } from './database.ts';
import { mayLag, type ReadCall } from './replicas/read_call.ts';
import { SharedCache } from './shared_cache.ts';

/** Shorter lists are counted each time: that costs next to nothing, and is exact. */
const WORTH_KEEPING = 1_000;

/**
 * Sizes of long lists of one table that many people look at, kept for a moment: counting a large table costs more than
 * reading a page of it. A change that this process makes with `insertRow` or `revise`, or tells `database.changed` of,
 * is counted at once; what another replica changes is seen after two seconds at the latest.
 */
export class SharedCount {
  readonly #database: Database;
  readonly #counts: SharedCache<number>;

  constructor(database: Database, table: string) {
    this.#database = database;
    const keeps = (total: number) => total >= WORTH_KEEPING;
    this.#counts = new SharedCache(database, { table, freshMs: 1_000, usableMs: 2_000, keeps });
  }

  /** The count under a key; for a call, what a read replica has counted. */
  of(name: string, count: () => Promise<number>, call?: ReadCall): Promise<number> {
    // Who has just changed something counts where it was changed, and is not given what a replica has counted.
    const key = this.#database.replicas && call && mayLag(call) ? `replica ${name}` : name;
    return this.#counts.of(key, count);
  }
}
