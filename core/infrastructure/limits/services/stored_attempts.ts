import { randomBytes } from 'node:crypto';
import type { AttemptRule, Attempts } from '../attempts.ts';
import type { Standing } from '../counter.ts';
import { refusal } from '../refusal.ts';
import type { Claim, Count } from './count_store.ts';
import { Queues } from './queues.ts';
import { StoredRule } from './stored_rule.ts';

/** Longest wait for a claim. Longer than a lease, so that a claim of a killed process expires within the wait. */
const MAX_WAIT_MS = 6_000;
const MAX_QUEUE_LENGTH = 200;
// Pause between tries to store a claim. The end of an attempt in this process ends the pause early.
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

export class StoredAttempts extends StoredRule<AttemptRule> implements Attempts {
  readonly #queues = new Queues();

  async check(key: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const { name, rule, store } = this.parts;
    const claim = await this.#begin(key);
    const right = await isRight().catch(async (error: unknown) => {
      // The error of the check takes precedence; a claim that cannot be released expires.
      await this.#end(claim, () => store.release(claim, false)).catch(() => undefined);
      throw error;
    });
    if (!right) {
      // The last permitted failure locks the key, not the one after it.
      const lock = { ...rule, points: rule.points - 1 };
      await this.#end(claim, () => store.take(claim.storedKey, lock, claim.id));
      return false;
    }
    const standing = await this.#end(claim, () => store.release(claim, rule.keepsFailures !== true));
    // Other attempts may have failed meanwhile, when this claim expired before its end.
    if (!standing.allowed) throw refusal(name, standing);
    return true;
  }

  /** Waits for earlier callers of this process, then stores a claim. @throws standardFailures.tooManyRequests */
  async #begin(key: string): Promise<Claim> {
    const until = performance.now() + MAX_WAIT_MS;
    const stored = this.storedKey(key);
    if (this.#queues.lengthOf(stored) >= MAX_QUEUE_LENGTH) throw this.#busy();
    const leave = await this.#queues.enter(stored);
    try {
      return await this.#place(key, until);
    } finally {
      leave();
    }
  }

  /**
   * Tries to store a claim, with pauses between the tries.
   * @throws standardFailures.tooManyRequests when the key is locked, or at the time `until`
   */
  async #place(key: string, until: number): Promise<Claim> {
    const { store, reach, rule, name } = this.parts;
    const storedKey = this.storedKey(key);
    const claim = { storedKey, id: randomBytes(9).toString('base64url'), points: rule.points };
    for (let pause = MIN_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      if (await reach(() => store.claim(claim))) return claim;
      const standing = await this.standing(key);
      if (!standing.allowed) throw refusal(name, standing);
      if (performance.now() > until) throw this.#busy();
      await this.#queues.pause(storedKey, pause * (0.5 + Math.random()));
    }
  }

  #busy() {
    const { name, rule } = this.parts;
    return refusal(name, { allowed: false, remaining: 0, retryAfter: 1, rule });
  }

  /** Ends an attempt: `write` removes the claim. */
  async #end({ storedKey }: Claim, write: () => Promise<Count>): Promise<Standing> {
    try {
      return this.standingOf(await this.parts.reach(write));
    } finally {
      this.#queues.wake(storedKey);
    }
  }
}
