/** At most `points` per `seconds`. A key above is refused for `blockSeconds`, by default until the window ends. */
export interface LimitRule {
  readonly points: number;
  readonly seconds: number;
  readonly blockSeconds?: number;
}

/** State of a key under a rule. */
export interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds to wait: at least 1 when refused, 0 when allowed. */
  readonly retryAfter: number;
  readonly rule: LimitRule;
}

/**
 * Counts by key. A key may contain a phone number or an address: the store gets only its hash.
 *
 * For limited attempts, call `take` first, and `giveBack` or `clear` on success. Checking `standing` first would let
 * parallel attempts through.
 *
 * All methods reject with the failure 503 when the store is unavailable, and with an Error in an open transaction.
 * A rollback would undo the count: count before the transaction, or in `database.afterCommit()`.
 */
export interface Counter {
  /**
   * Adds one to the count, atomically over all replicas, and returns the standing. With `points` 5, the sixth take in a
   * window is refused.
   */
  take(key: string): Promise<Standing>;
  /** Standing of the key, without counting. `allowed` is false when the next take would be refused. */
  standing(key: string): Promise<Standing>;
  /** Reverts one take. A refused take is not counted and not reverted; a block lasts until its end. */
  giveBack(key: string): Promise<void>;
  /** Clears the count and the block of the key. */
  clear(key: string): Promise<void>;
}
