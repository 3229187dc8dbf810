/** `points` within `seconds`; a key that exceeds them is refused for `blockSeconds`, or else until the window ends. */
export interface LimitRule {
  readonly points: number;
  readonly seconds: number;
  readonly blockSeconds?: number;
}

/** Standing of a key. */
export interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds to wait: at least 1 when refused, 0 when allowed. */
  readonly retryAfter: number;
  readonly rule: LimitRule;
}

/**
 * Counts by key. A key may contain a phone number or an address: only its hash is stored.
 *
 * For restricted attempts, take first, and give back or clear on success: checking the standing first lets parallel
 * attempts through.
 *
 * All methods reject with the failure 503 when the store is unavailable, and with an Error inside of an open
 * transaction. A rollback would undo the count: count before the transaction, or in `database.afterCommit()`.
 */
export interface Counter {
  /**
   * Counts one, atomically over all replicas, and returns the standing. With points 5 the sixth take within the window
   * is the first refused.
   */
  take(key: string): Promise<Standing>;
  /** Standing of the key, without counting. `allowed` is false when the next take would be refused. */
  standing(key: string): Promise<Standing>;
  /** Reverts one take. A refused one never counted; a block stands until it ends. */
  giveBack(key: string): Promise<void>;
  /** Clears the key, block included. */
  clear(key: string): Promise<void>;
}
