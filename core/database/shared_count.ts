import type { Database } from './database.ts';
import { mayLag, type ReadCall } from './replicas/read_call.ts';

interface Known {
  readonly total: Promise<number>;
  /** When its counting began, in milliseconds; later than any moment while it is counted. */
  begun: number;
  renewed?: boolean;
}

/** Until then a count is not counted again; from then on it is, while whoever asks still gets the known one. */
const FRESH_MS = 1_000;
/** No older count is ever given. */
const USABLE_MS = 2_000;
/** Shorter lists are counted each time: that costs next to nothing, and is exact. */
const WORTH_KEEPING = 1_000;
const MOST_KNOWN = 500;

/**
 * Sizes of long lists of one table that many people look at, kept for a moment: counting a large table costs more than
 * reading a page of it. A change that this process makes with `insertRow` or `revise`, or tells `database.changed` of,
 * is counted at once; what another replica changes is seen after two seconds at the latest.
 */
export class SharedCount {
  readonly #known = new Map<string, Known>();
  readonly #database: Database;

  constructor(database: Database, table: string) {
    this.#database = database;
    database.onChange(table, this, (count) => {
      count.#known.clear();
    });
  }

  /** The count under a key; for a call, what a read replica has counted. */
  of(name: string, count: () => Promise<number>, call?: ReadCall): Promise<number> {
    // What a transaction counts, others must not see.
    if (this.#database.inTransaction) return count();
    // Who has just changed something counts where it was changed, and is not given what a replica has counted.
    const key = this.#database.replicas && call && mayLag(call) ? `replica ${name}` : name;
    const known = this.#known.get(key);
    const age = known ? performance.now() - known.begun : Infinity;
    if (!known || age > USABLE_MS) return this.#add(key, count);
    if (age > FRESH_MS && !known.renewed) void this.#renew(key, known, count);
    return known.total;
  }

  #add(key: string, count: () => Promise<number>): Promise<number> {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    const begun = performance.now();
    const known: Known = { total: this.#database.shared(count), begun: Infinity };
    this.#known.set(key, known);
    known.total.then(
      (total) => {
        known.begun = begun;
        if (total < WORTH_KEEPING) this.#replace(key, known);
      },
      () => {
        this.#replace(key, known);
      },
    );
    return known.total;
  }

  async #renew(key: string, known: Known, count: () => Promise<number>): Promise<void> {
    known.renewed = true;
    const begun = performance.now();
    try {
      const total = await this.#database.shared(count);
      this.#replace(key, known, total < WORTH_KEEPING ? undefined : { total: Promise.resolve(total), begun });
    } catch {
      // Whoever asks next counts, and is told what is wrong.
      this.#replace(key, known);
    }
  }

  /** Nothing when the known one was forgotten meanwhile: what replaces it may not know of the change. */
  #replace(key: string, known: Known, by?: Known): void {
    if (this.#known.get(key) !== known) return;
    if (by) this.#known.set(key, by);
    else this.#known.delete(key);
  }
}
