import { AsyncLocalStorage } from 'node:async_hooks';

/** Query timeout of the running work. */
export class QueryTimeout {
  readonly #storage = new AsyncLocalStorage<number | undefined>();
  readonly #usualMs: number;
  #open = 0;

  constructor(usualMs: number) {
    this.#usualMs = usualMs;
  }

  /** Timeout in milliseconds. */
  readonly limit = (): number => this.#storage.getStore() ?? this.#usualMs;

  async during<T>(ms: number, work: () => Promise<T>): Promise<T> {
    this.#open++;
    try {
      return await this.#storage.run(ms, work);
    } finally {
      // Active storage slows down all promises of the process.
      if (--this.#open === 0) this.#storage.disable();
    }
  }

  /** Runs work with the default timeout, independent of the caller's. */
  usual<T>(work: () => Promise<T>): Promise<T> {
    return this.#storage.getStore() === undefined ? work() : this.#storage.run(undefined, work);
  }
}
