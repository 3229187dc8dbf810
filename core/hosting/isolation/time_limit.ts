import { LinkedEntry, LinkedQueue } from './linked_queue.ts';

/** An item with a time limit; in one `TimeLimit` at a time. */
export abstract class Limited extends LinkedEntry {
  /** Number of the tick in which the item began. */
  tick = 0;
}

// Number of checks within one limit. Long limits have more, because checks are at most a second apart.
const CHECKS_PER_LIMIT = 32;
const MAX_CHECK_INTERVAL_MS = 1_000;

/**
 * Ends items that exceed their time limit. All items share one limit, so a single timer checks only the oldest item.
 * An item ends late by less than two intervals of checks. An interval is 1/32 of the limit, rounded up, at most a second.
 */
export class TimeLimit<T extends Limited> {
  readonly #queue = new LinkedQueue<T>();
  readonly #lookMs: number;
  readonly #ticks: number;
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param ms the limit
   * @param exceeded called with an item that has exceeded the limit, after its removal
   */
  constructor(
    ms: number,
    private readonly exceeded: (one: T) => void,
  ) {
    this.#lookMs = Math.max(1, Math.min(MAX_CHECK_INTERVAL_MS, Math.ceil(ms / CHECKS_PER_LIMIT)));
    this.#ticks = Math.ceil(ms / this.#lookMs) + 1;
  }

  /** Number of items that have begun and not ended. */
  get length(): number {
    return this.#queue.length;
  }

  get oldest(): T | undefined {
    return this.#queue.oldest;
  }

  /** Items that have begun and not ended, the oldest first. */
  [Symbol.iterator](): Iterator<T> {
    return this.#queue[Symbol.iterator]();
  }

  begin(one: T): void {
    one.tick = this.#tick;
    this.#queue.add(one);
    this.#timer ??= setInterval(this.#look, this.#lookMs).unref();
  }

  /** @returns false when the item has ended before or exceeded its limit */
  end(one: T): boolean {
    return this.#queue.remove(one);
  }

  /** Stops the timer; items that have begun then no longer exceed their limit. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #look = (): void => {
    this.#tick++;
    // Without items, the timer stops; the next `begin` starts it again.
    if (this.#queue.length === 0) this.stop();
    for (let { oldest } = this.#queue; oldest && this.#tick - oldest.tick >= this.#ticks; { oldest } = this.#queue) {
      this.end(oldest);
      this.exceeded(oldest);
    }
  };
}
