import type { LimitRule, Standing } from './counter.ts';

/**
 * `points` failed attempts within `seconds` lock a key for `blockSeconds`, by default until the window ends.
 * `points` also limits concurrent attempts.
 */
export interface AttemptRule extends LimitRule {
  /** Whether a successful attempt keeps earlier failures; by default it clears them. */
  readonly keepsFailures?: boolean;
}

/**
 * Attempts at a secret, limited by key and counted over all replicas. A running attempt is not a failure: the next
 * attempt waits for its end. An attempt whose process died counts for some seconds.
 *
 * Both methods reject with the failure 503 when the store is unavailable, and with an Error in an open transaction.
 */
export interface Attempts {
  /**
   * Makes one attempt. Waits some seconds while the running attempts could reach the limit.
   * @param isRight checks the secret; an attempt whose check rejects is not counted
   * @returns whether the secret was right
   * @throws tooManyRequests when the key is locked, even for the right secret, and when the wait was too long
   */
  check(key: string, isRight: () => Promise<boolean>): Promise<boolean>;
  /** Standing of the key; makes no attempt. */
  standing(key: string): Promise<Standing>;
}
