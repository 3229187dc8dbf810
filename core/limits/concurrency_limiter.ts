import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from 'lectern';
import pLimit, { type LimitFunction } from 'p-limit';

interface Options {
  /** Longest queue, and the failure of calls beyond it; unlimited by default. */
  readonly queue?: { readonly limit: number; readonly full: () => Failure };
  /** Milliseconds after which running work no longer counts; by default it counts until it ends. */
  readonly countedMs?: number;
}

/** Limits concurrent work in this process; further calls queue in their order. */
export class ConcurrencyLimiter {
  readonly #limit: LimitFunction;
  readonly #options: Options;

  constructor(concurrency: number, options: Options = {}) {
    this.#limit = pLimit(concurrency);
    this.#options = options;
  }

  /** Runs the work in its turn. @returns its result @throws its error, and the failure of a full queue */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount, concurrency } = this.#limit;
    const { queue } = this.#options;
    if (queue && activeCount + pendingCount >= concurrency + queue.limit) throw queue.full();
    // An error that `work` throws synchronously becomes a rejection.
    const begin = async () => work();
    return new Promise((resolve) => {
      void this.#limit(() => {
        const outcome = begin();
        resolve(outcome);
        return this.#counted(outcome);
      });
    });
  }

  /** Resolves when the work ends or no longer counts. */
  async #counted(work: Promise<unknown>): Promise<void> {
    const { countedMs } = this.#options;
    const over = new AbortController();
    const ended = work.catch(() => undefined);
    const long = countedMs && sleep(countedMs, undefined, { signal: over.signal }).catch(() => undefined);
    await (long ? Promise.race([ended, long]) : ended);
    over.abort();
  }
}
