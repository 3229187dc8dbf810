import type { Clock } from 'lectern';

/**
 * The service `clock` of a test kernel. It goes like that of the machine until it is moved. What the database times by
 * itself (events, jobs, limits) is not moved with it.
 */
export class TestClock implements Clock {
  /** Where it stands still, in milliseconds since 1970. */
  #stopped: number | undefined;
  /** How far it is ahead of the machine's, in milliseconds. */
  #ahead = 0;

  now(): Date {
    return new Date(this.#stopped ?? Date.now() + this.#ahead);
  }

  /** Sets it to a time, where it stands still until it is moved again. @throws RangeError for what is no time */
  set(time: Date | string | number): void {
    const milliseconds = new Date(time).getTime();
    if (Number.isNaN(milliseconds)) {
      throw new RangeError(`clock.set: "${String(time)}" is no time; write it like 2026-01-31T08:00:00Z.`);
    }
    this.#stopped = milliseconds;
  }

  /** Moves it on, or back with a negative number; one that goes keeps going. */
  advance(milliseconds: number): void {
    if (this.#stopped === undefined) this.#ahead += milliseconds;
    else this.#stopped += milliseconds;
  }

  /** Lets it go like that of the machine again. */
  reset(): void {
    this.#stopped = undefined;
    this.#ahead = 0;
  }
}
