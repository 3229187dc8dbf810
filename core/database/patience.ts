import { AsyncLocalStorage } from 'node:async_hooks';

/** Knows how long a query of the running work may take. */
export class Patience {
  readonly #storage = new AsyncLocalStorage<number | undefined>();
  readonly #usualMs: number;
  #open = 0;

  constructor(usualMs: number) {
    this.#usualMs = usualMs;
  }

  /** Milliseconds. */
  readonly limit = (): number => this.#storage.getStore() ?? this.#usualMs;

  async during<T>(ms: number, work: () => Promise<T>): Promise<T> {
    this.#open++;
    try {
      return await this.#storage.run(ms, work);
    } finally {
      // While it is on, every promise of the process takes longer to make.
      if (--this.#open === 0) this.#storage.disable();
    }
  }

  /** Runs work with the usual limit, whatever the caller's is. */
  usual<T>(work: () => Promise<T>): Promise<T> {
    return this.#storage.getStore() === undefined ? work() : this.#storage.run(undefined, work);
  }
}
