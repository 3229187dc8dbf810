import { standardFailures } from 'lectern';

/** Lets only so many pieces of work run at once, and so many wait. */
export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Runs the work when it is its turn. @throws unavailable when too many wait already */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.atOnce) await this.#wait();
    else this.#running++;
    try {
      return await work();
    } finally {
      // Who waits takes over the place, so that nobody slips in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.mostWaiting) {
      throw standardFailures.unavailable({
        message: 'Too many people sign in at the moment; try again in a second.',
        headers: { 'Retry-After': '1' },
      });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
