import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from 'lectern';

/** Duration for which credentials are remembered. */
export interface Remembering {
  readonly seconds: number;
  readonly clock: Clock;
}

interface Entry<V> {
  readonly value: Promise<V>;
  /** Expiry in milliseconds since 1970; infinite while the check is running. */
  until: number;
}

const MAX_ENTRIES = 10_000;

/**
 * Remembers verified credentials for a short time, so that repeated requests skip the slow hash or provider call.
 * Stores keyed digests instead of credentials. Failures are not remembered; concurrent requests share one check.
 */
export class RememberedCredentials<V> {
  readonly #key = randomBytes(32);
  readonly #entries = new Map<string, Entry<V>>();

  constructor(private readonly terms: Remembering) {}

  /** Returns the remembered value of a credential, or calls `verify`, whose failure rejects all waiting callers. */
  async once(credential: string, verify: () => Promise<V>): Promise<V> {
    const digest = createHmac('sha256', this.#key).update(credential).digest('base64');
    const known = this.#entries.get(digest);
    if (known && known.until > this.#now()) return known.value;
    const entry = { value: verify(), until: Infinity };
    this.#entries.delete(digest);
    this.#entries.set(digest, entry);
    this.#forgetOldest();
    try {
      const value = await entry.value;
      entry.until = this.#now() + this.terms.seconds * 1000;
      return value;
    } catch (error) {
      if (this.#entries.get(digest) === entry) this.#entries.delete(digest);
      throw error;
    }
  }

  #now(): number {
    return this.terms.clock.now().getTime();
  }

  #forgetOldest(): void {
    for (const digest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) return;
      this.#entries.delete(digest);
    }
  }
}
