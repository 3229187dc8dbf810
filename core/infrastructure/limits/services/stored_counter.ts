import type { Counter, Standing } from '../counter.ts';
import { hashed, type CallStore, type Count, type Counting, type CountStore } from './count_store.ts';

export class StoredCounter implements Counter {
  readonly #store: CountStore;
  readonly #counting: Counting;
  readonly #reach: CallStore;

  /** @param reach calls the store and handles its unavailability */
  constructor(store: CountStore, counting: Counting, reach: CallStore) {
    this.#store = store;
    this.#counting = counting;
    this.#reach = reach;
  }

  async take(key: string): Promise<Standing> {
    const { rule } = this.#counting;
    const counted = await this.#reach(() => this.#store.take(this.#storedKey(key), rule));
    return this.#standing(counted, counted.count <= rule.points);
  }

  async standing(key: string): Promise<Standing> {
    const counted = await this.#reach(() => this.#store.count(this.#storedKey(key)));
    return this.#standing(counted, counted.count < this.#counting.rule.points);
  }

  giveBack(key: string): Promise<void> {
    return this.#reach(() => this.#store.giveBack(this.#storedKey(key), this.#counting.rule));
  }

  clear(key: string): Promise<void> {
    return this.#reach(() => this.#store.clear(this.#storedKey(key)));
  }

  #standing({ count, msLeft }: Count, allowed: boolean): Standing {
    const { rule } = this.#counting;
    const remaining = Math.max(rule.points - count, 0);
    return { allowed, remaining, retryAfter: allowed ? 0 : Math.max(1, Math.ceil(msLeft / 1000)), rule };
  }

  #storedKey(key: string): string {
    return `${this.#counting.prefix}:${hashed(key)}`;
  }
}
