import type { Clock } from 'lectern';

interface Known {
  readonly count: Promise<number>;
  readonly until: number;
}

const MOST_KNOWN = 500;

/**
 * Sizes of lists that many people look at, kept for a moment: counting a large table costs more than reading a page of
 * it. Whoever changes the table forgets the counts, so that only changes on other replicas are seen later.
 */
export class SharedCount {
  readonly #known = new Map<string, Known>();
  readonly #clock: Clock;
  readonly #milliseconds: number;

  constructor(clock: Clock, milliseconds: number) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
  }

  /** The count under a key, counted when it is not known. */
  async of(key: string, count: () => Promise<number>): Promise<number> {
    const now = this.#clock.now().getTime();
    const known = this.#known.get(key);
    if (known && known.until > now) return known.count;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    const counted = count();
    this.#known.set(key, { count: counted, until: now + this.#milliseconds });
    try {
      return await counted;
    } catch (error) {
      this.#known.delete(key);
      throw error;
    }
  }

  forget(): void {
    this.#known.clear();
  }
}
