import type { Failure } from 'lectern';
import pLimit, { type LimitFunction } from 'p-limit';

interface Options {
  /** Largest number of queued calls, and the failure for further calls; unlimited by default. */
  readonly queue?: { readonly limit: number; readonly full: () => Failure };
  /** Milliseconds after which running work no longer counts for the limit; by default work counts until it ends. */
  readonly countedMs?: number;
}

/** Limits concurrent work in this process; further calls queue in order of arrival. */
export class ConcurrencyLimiter {
  readonly #limit: LimitFunction;
  readonly #options: Options;

  constructor(concurrency: number, options: Options = {}) {
    this.#limit = pLimit(concurrency);
    this.#options = options;
  }

  /** Runs `work` in its turn. @returns its result @throws errors of `work`; `full()` when the queue is full */
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
    const ended = work.catch(() => undefined);
    await (countedMs === undefined ? ended : orAfter(countedMs, ended));
  }
}

/** Resolves when `ended` resolves, at the latest after some milliseconds. */
function orAfter(milliseconds: number, ended: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void ended.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
