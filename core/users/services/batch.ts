/** Finds the values of many keys at once. */
export type LoadMany<V> = (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;

interface Gathering<V> {
  readonly keys: Set<string>;
  readonly values: Promise<ReadonlyMap<string, V>>;
}

/**
 * Looks up together what is asked for at the same time: all requests that arrive in one turn of the event loop cost one
 * statement. Nothing is kept, so what is answered was true after it was asked.
 */
export class Batch<V> {
  readonly #load: LoadMany<V>;
  #gathering: Gathering<V> | undefined;

  constructor(load: LoadMany<V>) {
    this.#load = load;
  }

  /** The value of a key, or undefined when there is none. */
  async find(key: string): Promise<V | undefined> {
    const { keys, values } = (this.#gathering ??= this.#gather());
    keys.add(key);
    return (await values).get(key);
  }

  #gather(): Gathering<V> {
    const keys = new Set<string>();
    // The check phase of the event loop comes when every socket that had something to read was read.
    const values = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#gathering = undefined;
      return this.#load([...keys]);
    });
    return { keys, values };
  }
}
