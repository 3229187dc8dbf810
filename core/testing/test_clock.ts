import type { Clock } from 'lectern';

/**
 * The service `clock` of a test kernel. Equals the system clock until a test sets or advances the test clock. Events,
 * jobs and limits do not use this clock.
 */
export class TestClock implements Clock {
  /** Time of a stopped clock, in milliseconds since 1970; undefined for a running clock. */
  #stopped: number | undefined;
  /** Offset from the system clock, in milliseconds. */
  #offsetMs = 0;

  now(): Date {
    return new Date(this.#stopped ?? Date.now() + this.#offsetMs);
  }

  /** Stops the clock at a time. @throws RangeError for an invalid time */
  set(time: Date | string | number): void {
    const milliseconds = new Date(time).getTime();
    if (Number.isNaN(milliseconds)) {
      throw new RangeError(`clock.set: "${String(time)}" is no time; write it like 2026-01-31T08:00:00Z.`);
    }
    this.#stopped = milliseconds;
  }

  /** Moves the clock forward, or back with a negative number; a running clock keeps running. */
  advance(milliseconds: number): void {
    if (this.#stopped === undefined) this.#offsetMs += milliseconds;
    else this.#stopped += milliseconds;
  }

  /** Follows the system clock again. */
  reset(): void {
    this.#stopped = undefined;
    this.#offsetMs = 0;
  }
}
