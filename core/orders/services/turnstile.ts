import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';

// Far longer than an order or a payment takes; who needs more waits for something else than the database.
const PATIENCE_MS = 250;

/**
 * Lets in as many at once as get on together. More of them would only wait for each other's connections, and those that
 * have paid would wait with them for what was bought. Whoever stays long, because of a platform or a subscriber that does
 * not answer, keeps nobody else outside.
 */
export class Turnstile {
  readonly #limit: LimitFunction;

  constructor(atOnce: number) {
    this.#limit = pLimit(atOnce);
  }

  /** @returns what `work` returns. @throws what it throws */
  pass<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      void this.#limit(() => {
        const outcome = work();
        resolve(outcome);
        return stayed(outcome);
      });
    });
  }
}

/** Resolves when the work is over, one way or the other, or stays for long. */
async function stayed(work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const long = sleep(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([work.catch(() => undefined), long]);
  over.abort();
}
