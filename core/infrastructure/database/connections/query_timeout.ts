import { AsyncLocalStorage } from 'node:async_hooks';

/** Timeout for the queries of a caller: the default, or the timeout that `Database.withBackgroundTimeout` sets. */
export class QueryTimeout {
  readonly #storage = new AsyncLocalStorage<number | undefined>();
  #open = 0;

  constructor(private readonly usualMs: number) {}

  /** Timeout of a query that the caller starts now, in milliseconds. */
  readonly limit = (): number => this.#storage.getStore() ?? this.usualMs;

  /** Runs `work` with the timeout `ms`, in milliseconds. Affects connections that `work` takes from a pool. */
  async during<T>(ms: number, work: () => Promise<T>): Promise<T> {
    this.#open++;
    try {
      return await this.#storage.run(ms, work);
    } finally {
      // An active AsyncLocalStorage slows down all promises of the process.
      if (--this.#open === 0) this.#storage.disable();
    }
  }

  /** Runs `work` with the default timeout, even if the caller runs inside of `during`. */
  usual<T>(work: () => Promise<T>): Promise<T> {
    return this.#storage.getStore() === undefined ? work() : this.#storage.run(undefined, work);
  }
}
