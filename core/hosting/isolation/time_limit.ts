import { LinkedEntry, LinkedQueue } from './linked_queue.ts';

/** Item with a time limit. An item is in at most one `TimeLimit`. */
export abstract class Limited extends LinkedEntry {
  /** Number of the tick in which the item began. */
  tick = 0;
}

// The interval of checks is 1/32 of the limit, in whole milliseconds, and at most a second.
const CHECKS_PER_LIMIT = 32;
const MAX_CHECK_INTERVAL_MS = 1_000;

/**
 * Removes items that exceed their time limit, and reports them. All items have the same limit, so a single timer
 * suffices: each check begins with the oldest item and ends at the first item within the limit.
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

  /** @returns false when the item had already ended or exceeded its limit */
  end(one: T): boolean {
    return this.#queue.remove(one);
  }

  /** Stops the checks until the next `begin`. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #look = (): void => {
    this.#tick++;
    if (this.#queue.length === 0) this.stop();
    for (let { oldest } = this.#queue; oldest && this.#tick - oldest.tick >= this.#ticks; { oldest } = this.#queue) {
      this.end(oldest);
      this.exceeded(oldest);
    }
  };
}
