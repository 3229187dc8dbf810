import { randomBytes } from 'node:crypto';
import type { AttemptRule, Attempts } from '../attempts.ts';
import type { Standing } from '../counter.ts';
import { refusal } from '../refusal.ts';
import type { AttemptStore, Claim, Failures, Outcome } from './attempt_store.ts';
import { hashed, type CallStore } from './count_store.ts';
import { Queues } from './queues.ts';

/** Longest wait for a claim. Longer than a lease, so that a claim of a killed process expires within the wait. */
const MAX_WAIT_MS = 6_000;
const MAX_QUEUE_LENGTH = 200;
// Pause between tries to store a claim. The end of an attempt in this process ends the pause early.
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

interface Parts {
  readonly name: string;
  readonly prefix: string;
  readonly rule: AttemptRule;
  readonly store: AttemptStore;
  readonly reach: CallStore;
}

export class StoredAttempts implements Attempts {
  readonly #parts: Parts;
  readonly #queues = new Queues();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async check(key: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const claim = await this.#begin(this.#storedKey(key));
    const right = await isRight().catch(async (error: unknown) => {
      // The error of the check takes precedence; a claim that cannot be released expires.
      await this.#end(claim, 'undecided').catch(() => undefined);
      throw error;
    });
    const standing = await this.#end(claim, right ? 'right' : 'wrong');
    // Other attempts may have failed meanwhile, when this claim expired before its end.
    if (right && !standing.allowed) throw refusal(this.#parts.name, standing);
    return right;
  }

  async standing(key: string): Promise<Standing> {
    return this.#standing(await this.#failures(this.#storedKey(key)));
  }

  /** Waits for earlier callers of this process, then stores a claim. @throws standardFailures.tooManyRequests */
  async #begin(stored: string): Promise<Claim> {
    const until = performance.now() + MAX_WAIT_MS;
    if (this.#queues.lengthOf(stored) >= MAX_QUEUE_LENGTH) throw this.#busy();
    const leave = await this.#queues.enter(stored);
    try {
      return await this.#place(stored, until);
    } finally {
      leave();
    }
  }

  /**
   * Tries to store a claim, with pauses between the tries.
   * @throws standardFailures.tooManyRequests when the key is locked, or at the time `until`
   */
  async #place(stored: string, until: number): Promise<Claim> {
    const { store, reach, rule, name } = this.#parts;
    const claim = { storedKey: stored, id: randomBytes(9).toString('base64url'), rule };
    for (let pause = MIN_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      if (await reach(() => store.begin(claim))) return claim;
      const standing = this.#standing(await this.#failures(stored));
      if (!standing.allowed) throw refusal(name, standing);
      if (performance.now() > until) throw this.#busy();
      await this.#queues.pause(stored, pause * (0.5 + Math.random()));
    }
  }

  #busy() {
    const { name, rule } = this.#parts;
    return refusal(name, { allowed: false, remaining: 0, retryAfter: 1, rule });
  }

  async #end(claim: Claim, outcome: Outcome): Promise<Standing> {
    const { store, reach } = this.#parts;
    try {
      return this.#standing(await reach(() => store.end(claim, outcome)));
    } finally {
      this.#queues.wake(claim.storedKey);
    }
  }

  #failures(stored: string): Promise<Failures> {
    return this.#parts.reach(() => this.#parts.store.failures(stored));
  }

  #standing({ failures, msLeft }: Failures): Standing {
    const { rule } = this.#parts;
    const allowed = failures < rule.points;
    const retryAfter = allowed ? 0 : Math.max(1, Math.ceil(msLeft / 1000));
    return { allowed, remaining: Math.max(rule.points - failures, 0), retryAfter, rule };
  }

  #storedKey(key: string): string {
    return `${this.#parts.prefix}:${hashed(key)}`;
  }
}
