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
 * Limits attempts at a secret, such as a password, by key and over all replicas. A running attempt is no failure yet:
 * further attempts may wait for its result. An attempt counts as running for at most five seconds.
 *
 * Both methods reject with the failure 503 when the store is unavailable, and with an Error in an open transaction.
 */
export interface Attempts {
  /**
   * Makes one attempt. While failures and running attempts together reach the limit, the attempt waits up to six
   * seconds.
   * @param isRight checks the secret; an attempt whose check rejects is not counted
   * @returns whether the secret was right
   * @throws standardFailures.tooManyRequests when the key is locked, even for the right secret, when the wait was too
   * long, and when 200 attempts of the key wait already
   */
  check(key: string, isRight: () => Promise<boolean>): Promise<boolean>;
  /** Whether the key is locked, and how many failures remain; makes no attempt. */
  standing(key: string): Promise<Standing>;
}
