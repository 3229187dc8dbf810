import type { Database } from './database.ts';

interface Known<Value> {
  readonly value: Promise<Value>;
  /** When its load began, in milliseconds; later than any moment while it is loaded. */
  begun: number;
  renewed?: boolean;
}

/** What a cache keeps, and how long. */
export interface SharedCacheTerms<Value> {
  /** A change of this table that the process commits empties the cache; see `Database.changed`. */
  readonly table: string;
  /** From this age on a value is loaded anew, while callers still get the known one. */
  readonly freshMs: number;
  /** Callers never get an older value. */
  readonly usableMs: number;
  /** Which values are kept; all of them when left out. */
  readonly keeps?: (value: Value) => boolean;
}

const MOST_KNOWN = 500;

/**
 * Values read from one table that many callers share for a moment. A transaction loads for itself, and neither reads
 * nor fills the cache; a change counts once it is committed.
 * @example
 * const banners = new SharedCache<Banner[]>(database, { table: 'banners', freshMs: 1000, usableMs: 1000 });
 * await banners.of('front', () => rows.all());
 */
export class SharedCache<Value> {
  readonly #known = new Map<string, Known<Value>>();
  readonly #database: Database;
  readonly #terms: SharedCacheTerms<Value>;

  constructor(database: Database, terms: SharedCacheTerms<Value>) {
    this.#database = database;
    this.#terms = terms;
    database.onChange(terms.table, this, (cache) => {
      cache.#known.clear();
    });
  }

  /** The value under a key, known or loaded. */
  of(key: string, load: () => Promise<Value>): Promise<Value> {
    if (this.#database.inTransaction) return load();
    const known = this.#known.get(key);
    const age = known ? performance.now() - known.begun : Infinity;
    if (!known || age >= this.#terms.usableMs) return this.#add(key, load);
    if (age > this.#terms.freshMs && !known.renewed) void this.#renew(key, known, load);
    return known.value;
  }

  #add(key: string, load: () => Promise<Value>): Promise<Value> {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    const begun = performance.now();
    const known: Known<Value> = { value: this.#database.shared(load), begun: Infinity };
    this.#known.set(key, known);
    known.value.then(
      (value) => {
        known.begun = begun;
        if (!this.#keeps(value)) this.#replace(key, known);
      },
      () => {
        this.#replace(key, known);
      },
    );
    return known.value;
  }

  async #renew(key: string, known: Known<Value>, load: () => Promise<Value>): Promise<void> {
    known.renewed = true;
    const begun = performance.now();
    try {
      const value = await this.#database.shared(load);
      this.#replace(key, known, this.#keeps(value) ? { value: Promise.resolve(value), begun } : undefined);
    } catch {
      // Whoever asks next loads, and is told what is wrong.
      this.#replace(key, known);
    }
  }

  #keeps(value: Value): boolean {
    return this.#terms.keeps?.(value) ?? true;
  }

  /** Nothing when the known one was forgotten meanwhile: what replaces it may not know of the change. */
  #replace(key: string, known: Known<Value>, by?: Known<Value>): void {
    if (this.#known.get(key) !== known) return;
    if (by) this.#known.set(key, by);
    else this.#known.delete(key);
  }
}
