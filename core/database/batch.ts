import type { Database } from './database.ts';

/** Finds the values of many keys at once, for whoever asked first. */
export type LoadMany<Value, Asker> = (
  keys: readonly string[],
  first: Asker | undefined,
) => Promise<ReadonlyMap<string, Value>>;

interface Gathering<Value> {
  readonly keys: Set<string>;
  readonly values: Promise<ReadonlyMap<string, Value>>;
}

/**
 * Looks up together what is asked for at the same time: all requests that arrive in one turn of the event loop cost one
 * statement. Nothing is kept, so what is answered was true after it was asked. A transaction looks up alone.
 */
export class Batch<Value, Asker = unknown> {
  readonly #database: Database;
  readonly #load: LoadMany<Value, Asker>;
  #gathering: Gathering<Value> | undefined;

  constructor(database: Database, load: LoadMany<Value, Asker>) {
    this.#database = database;
    this.#load = load;
  }

  /** The value of a key, or undefined when there is none; the same object for all who ask for it in one turn. */
  async find(key: string, asker?: Asker): Promise<Value | undefined> {
    if (this.#database.inTransaction) return (await this.#load([key], asker)).get(key);
    const { keys, values } = (this.#gathering ??= this.#gather(asker));
    keys.add(key);
    return (await values).get(key);
  }

  #gather(first: Asker | undefined): Gathering<Value> {
    const keys = new Set<string>();
    // The check phase of the event loop comes when every socket that had something to read was read.
    const values = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#gathering = undefined;
      return this.#database.shared(() => this.#load([...keys], first));
    });
    return { keys, values };
  }
}
