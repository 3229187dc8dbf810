/**
 * Allows `points` actions for each key in a window of `seconds`. Refuses a key with more actions for `blockSeconds`, by
 * default until the window ends.
 */
export interface LimitRule {
  readonly points: number;
  readonly seconds: number;
  readonly blockSeconds?: number;
}

/** State of a key under a rule: whether an action is allowed, and the wait until the next allowed one. */
export interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds to wait: at least 1 when refused, 0 when allowed. */
  readonly retryAfter: number;
  readonly rule: LimitRule;
}

/**
 * Counts actions by key, such as a user or a phone number. The store receives only a hash of the key. Guesses of a secret
 * are limited by `Attempts` instead.
 *
 * All methods reject with the failure 503 when the store is unavailable, and with an Error in an open transaction.
 * A rollback would undo the count: count before the transaction, or in `database.afterCommit()`.
 */
export interface Counter {
  /**
   * Adds one to the count, atomically over all replicas, and returns the standing. With `points` 5, the sixth call in a
   * window is refused.
   */
  take(key: string): Promise<Standing>;
  /** Standing of the key, without counting. `allowed` is false when the next call of `take` would be refused. */
  standing(key: string): Promise<Standing>;
  /** Reverts one allowed call of `take`. Does not end a block of the key. */
  giveBack(key: string): Promise<void>;
}
