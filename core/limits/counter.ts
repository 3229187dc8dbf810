/**
 * So many points in so many seconds; a key that exceeds them is refused for `blockSeconds`, or else until the window
 * ends.
 */
export interface LimitRule {
  readonly points: number;
  readonly seconds: number;
  readonly blockSeconds?: number;
}

/** Where a key stands. */
export interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds to wait: at least 1 when refused, 0 when allowed. */
  readonly retryAfter: number;
  readonly rule: LimitRule;
}

/**
 * Counts by key. A key may hold a phone number or an address: only its hash is kept.
 *
 * What must not be tried too often is taken first and given back or cleared when it turns out well; asking for the
 * standing first and counting afterwards lets parallel tries through.
 *
 * All of this rejects with the failure 503 when the store is away, and with an Error inside of an open transaction,
 * where a count would be rolled back with it: count before the transaction, or in `database.afterCommit()`.
 */
export interface Counter {
  /**
   * Counts one (atomically over all replicas) and says where the key stands then. With points 5 the sixth take within
   * the window is the first refused.
   */
  take(key: string): Promise<Standing>;
  /** Where the key stands, without counting. `allowed` is false when the next take would be refused. */
  standing(key: string): Promise<Standing>;
  /** Takes one back that turned out not to count. A refused one never counted; a block stands until it ends. */
  giveBack(key: string): Promise<void>;
  /** Forgets the key, block included. */
  clear(key: string): Promise<void>;
}
