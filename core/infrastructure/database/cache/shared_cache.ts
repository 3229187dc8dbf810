import type { Database } from '../database.ts';

interface Known<Value> {
  readonly value: Promise<Value>;
  /** Time at which the load began, by `performance.now()`; Infinity while loading. */
  begun: number;
  renewed?: boolean;
}

/** Table of a cache, and the ages at which cached values are reloaded. */
export interface SharedCacheTerms<Value> {
  /** Table whose changes empty the cache, when this process reports them by `Database.changed`. */
  readonly table: string;
  /** Age after which a read reloads the value in the background, and still gets the cached value. */
  readonly freshMs: number;
  /** Age from which a read waits for a reload. */
  readonly usableMs: number;
  /** Whether to store a loaded value. By default every value is stored. */
  readonly keeps?: (value: Value) => boolean;
}

const MAX_ENTRIES = 500;

/**
 * Caches values that are read from one table. Concurrent callers share a load; callers in a transaction bypass the
 * cache. A change of the table (`Database.changed`) empties the cache, and so does a load while 500 keys are cached.
 * @example
 * const banners = new SharedCache<Banner[]>(database, { table: 'banners', freshMs: 1000, usableMs: 1000 });
 * await banners.of('front', () => rows.all());
 */
export class SharedCache<Value> {
  readonly #known = new Map<string, Known<Value>>();

  constructor(
    private readonly database: Database,
    private readonly terms: SharedCacheTerms<Value>,
  ) {
    database.onChange(terms.table, this, (cache) => cache.#known.clear());
  }

  /** The value of a key, cached or loaded. @throws errors of `load` */
  of(key: string, load: () => Promise<Value>): Promise<Value> {
    if (this.database.inTransaction) return load();
    const known = this.#known.get(key);
    const age = known ? performance.now() - known.begun : Infinity;
    if (!known || age >= this.terms.usableMs) return this.#add(key, load);
    if (age > this.terms.freshMs && !known.renewed) void this.#renew(key, known, load);
    return known.value;
  }

  #add(key: string, load: () => Promise<Value>): Promise<Value> {
    if (this.#known.size >= MAX_ENTRIES) this.#known.clear();
    const begun = performance.now();
    const known: Known<Value> = { value: this.database.shared(load), begun: Infinity };
    this.#known.set(key, known);
    known.value.then(
      (value) => {
        known.begun = begun;
        if (!this.#keeps(value)) this.#replace(key, known);
      },
      () => this.#replace(key, known),
    );
    return known.value;
  }

  async #renew(key: string, known: Known<Value>, load: () => Promise<Value>): Promise<void> {
    known.renewed = true;
    const begun = performance.now();
    try {
      const value = await this.database.shared(load);
      this.#replace(key, known, this.#keeps(value) ? { value: Promise.resolve(value), begun } : undefined);
    } catch {
      // No caller waits for this load, so its error is dropped: the next caller loads the value again.
      this.#replace(key, known);
    }
  }

  #keeps(value: Value): boolean {
    return this.terms.keeps?.(value) ?? true;
  }

  /**
   * Replaces or deletes an entry, unless the entry was removed meanwhile: the loaded value may be older than the change
   * that emptied the cache.
   */
  #replace(key: string, known: Known<Value>, by?: Known<Value>): void {
    if (this.#known.get(key) !== known) return;
    if (by) this.#known.set(key, by);
    else this.#known.delete(key);
  }
}
