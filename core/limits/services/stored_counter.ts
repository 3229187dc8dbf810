import { RateLimiterRes, type RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { Counter, Standing } from '../counter.ts';
import { hashed, type Counting, type CountStore, type CallStore } from './count_store.ts';

const NO_CEILING = 2_147_483_647;

export class StoredCounter implements Counter {
  readonly #store: CountStore;
  readonly #counting: Counting;
  readonly #reach: CallStore;
  #made: RateLimiterStoreAbstract | undefined;

  /** @param reach calls the store and handles its unavailability */
  constructor(store: CountStore, counting: Counting, reach: CallStore) {
    this.#store = store;
    this.#counting = counting;
    this.#reach = reach;
  }

  take(key: string): Promise<Standing> {
    return this.#reach(async () => {
      const result = await this.#limiter.consume(hashed(key)).catch(refusedOnly);
      return this.#standing(result, result.consumedPoints <= this.#counting.rule.points);
    });
  }

  standing(key: string): Promise<Standing> {
    return this.#reach(async () => {
      const result = (await this.#limiter.get(hashed(key))) ?? new RateLimiterRes(0, 0, 0);
      return this.#standing(result, result.consumedPoints < this.#counting.rule.points);
    });
  }

  giveBack(key: string): Promise<void> {
    const { points, blockSeconds } = this.#counting.rule;
    const bounds = { points, ceiling: blockSeconds ? points : NO_CEILING };
    return this.#reach(() => this.#store.giveBack(this.#limiter.getKey(hashed(key)), bounds));
  }

  clear(key: string): Promise<void> {
    return this.#reach(async () => {
      await this.#limiter.delete(hashed(key));
    });
  }

  #standing({ consumedPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): Standing {
    const { rule } = this.#counting;
    const remaining = Math.max(rule.points - consumedPoints, 0);
    return { allowed, remaining, retryAfter: allowed ? 0 : Math.max(1, Math.ceil(msBeforeNext / 1000)), rule };
  }

  /** Created on first use, because services create counters before the store opens. */
  get #limiter(): RateLimiterStoreAbstract {
    return (this.#made ??= this.#store.limiter(this.#counting));
  }
}

/** Returns the count that the limiter throws to refuse an action; rethrows errors. */
function refusedOnly(thrown: unknown): RateLimiterRes {
  if (thrown instanceof RateLimiterRes) return thrown;
  throw thrown;
}
