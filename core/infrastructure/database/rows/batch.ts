import type { Database } from '../database.ts';

/** Loads the values of many keys. `first` is the argument `asker` of the first `find` of the batch. */
export type LoadMany<Value, Asker> = (
  keys: readonly string[],
  first: Asker | undefined,
) => Promise<ReadonlyMap<string, Value>>;

interface Gathering<Value> {
  readonly keys: Set<string>;
  readonly values: Promise<ReadonlyMap<string, Value>>;
}

/**
 * Batches lookups: all lookups of one turn of the event loop share one load. A lookup that is alone, because no load
 * runs and the last load had one key, is sent at once. Nothing is cached, so each value is read after its lookup began.
 * Lookups in a transaction are not batched.
 */
export class Batch<Value, Asker = unknown> {
  #gathering: Gathering<Value> | undefined;
  #running = 0;
  /** Number of keys of the last load. */
  #lastSize = 0;

  constructor(
    private readonly database: Database,
    private readonly load: LoadMany<Value, Asker>,
  ) {}

  /**
   * Returns the value of a key, or undefined. Batched lookups of a key return the same object, so callers must not
   * change the object.
   * @throws errors of the load, for all its lookups
   */
  async find(key: string, asker?: Asker): Promise<Value | undefined> {
    if (this.database.inTransaction) return (await this.load([key], asker)).get(key);
    if (!this.#gathering && this.#running === 0 && this.#lastSize === 1)
      return (await this.#loadShared([key], asker)).get(key);
    const { keys, values } = (this.#gathering ??= this.#gather(asker));
    keys.add(key);
    return (await values).get(key);
  }

  #gather(first: Asker | undefined): Gathering<Value> {
    const keys = new Set<string>();
    // setImmediate runs after all readable sockets were read, so requests that arrived together share the batch.
    const values = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#gathering = undefined;
      return this.#loadShared([...keys], first);
    });
    return { keys, values };
  }

  async #loadShared(keys: readonly string[], first: Asker | undefined): Promise<ReadonlyMap<string, Value>> {
    this.#running++;
    this.#lastSize = keys.length;
    try {
      return await this.database.shared(() => this.load(keys, first));
    } finally {
      this.#running--;
    }
  }
}
