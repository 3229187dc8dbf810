import type { LimitRule, Standing } from './counter.ts';

/**
 * So many failed attempts within so many seconds lock a key for `blockSeconds`, or else until the window ends; so many
 * may also be under way at once.
 */
export interface AttemptRule extends LimitRule {
  /** Whether a right attempt leaves the failures before it; they are forgotten unless told. */
  readonly keepsFailures?: boolean;
}

/**
 * Attempts at something secret, limited by key and counted over all replicas. An attempt under way is not a failure: the
 * next one waits for its end. One that its process did not bring to an end counts for seconds.
 *
 * Both methods reject with the failure 503 when the store is away, and with an Error inside of a transaction.
 */
export interface Attempts {
  /**
   * Makes one attempt. It waits for some seconds while as many are under way as may still fail.
   * @param isRight checks the secret; an attempt whose check rejects is not counted
   * @returns whether it was right
   * @throws tooManyRequests when the key is locked, right or wrong, and when the wait was too long
   */
  check(key: string, isRight: () => Promise<boolean>): Promise<boolean>;
  /** Where the key stands, without an attempt. */
  standing(key: string): Promise<Standing>;
}
