import { Placed, Row } from './row.ts';

/** What may take so long, and no longer; in one `TimeLimit` at a time. */
export abstract class Limited extends Placed {
  /** Number of the tick in which it began. */
  tick = 0;
}

// So often the row is looked at within one limit, but not more seldom than every second.
const LOOKS = 32;
const LONGEST_LOOK_MS = 1_000;

/**
 * Ends what takes too long. All have the same time, so the oldest is the next: one timer looks at the end of a row, instead
 * of one for each. It comes late by a thirty-second of the time at most, but by no more than a second.
 */
export class TimeLimit<T extends Limited> {
  readonly #row = new Row<T>();
  readonly #lookMs: number;
  readonly #ticks: number;
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param ms the time
   * @param exceeded told of what has taken longer, once it is not in the row any more
   */
  constructor(
    ms: number,
    private readonly exceeded: (one: T) => void,
  ) {
    this.#lookMs = Math.max(1, Math.min(LONGEST_LOOK_MS, Math.ceil(ms / LOOKS)));
    this.#ticks = Math.ceil(ms / this.#lookMs) + 1;
  }

  /** How many have begun and not ended. */
  get length(): number {
    return this.#row.length;
  }

  get oldest(): T | undefined {
    return this.#row.oldest;
  }

  begin(one: T): void {
    one.tick = this.#tick;
    this.#row.join(one);
    this.#timer ??= setInterval(this.#look, this.#lookMs).unref();
  }

  /** @returns false where it has ended before, or took too long */
  end(one: T): boolean {
    return this.#row.leave(one);
  }

  /** Ends nothing any more of what has begun so far. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #look = (): void => {
    this.#tick++;
    // Nobody waits: whoever comes next begins to look again.
    if (this.#row.length === 0) this.stop();
    for (let { oldest } = this.#row; oldest && this.#tick - oldest.tick >= this.#ticks; { oldest } = this.#row) {
      this.end(oldest);
      this.exceeded(oldest);
    }
  };
}
