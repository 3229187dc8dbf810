import type { LimitRule } from '../counter.ts';

/** Actions or failed attempts within the window, and milliseconds until they expire. */
export interface Count {
  readonly count: number;
  readonly msLeft: number;
}

/** A running attempt. The count and the claims of a key together do not exceed `points`. */
export interface Claim {
  readonly storedKey: string;
  readonly id: string;
  readonly points: number;
}

/** Lifetime of a claim in milliseconds, after which the claim of a killed process no longer counts. */
export const LEASE_MS = 5_000;

/**
 * Store of counts and claims: Redis or the database. Each method is one atomic step and uses the clock of the store. A
 * stored key is a hashed key with the prefix of its counter.
 */
export interface CountStore {
  start(): Promise<void>;
  /** Rejects when the store does not answer. */
  check(): Promise<void>;
  stop(): void;
  /**
   * Counts an action, at most one beyond the points; the latter begins the block, if any. The window begins with the
   * first action.
   * @param claim id of a claim of the key to remove
   */
  take(storedKey: string, rule: LimitRule, claim?: string): Promise<Count>;
  count(storedKey: string): Promise<Count>;
  /** Subtracts one from a count. A count beyond the points is first set to `points`; a block stays. */
  giveBack(storedKey: string, rule: LimitRule): Promise<void>;
  /** Stores a claim if the count and other claims are below the points. @returns whether the claim was stored */
  claim(claim: Claim): Promise<boolean>;
  /** Removes a claim. @param clears whether to clear the count; a count of `points` stays */
  release(claim: Claim, clears: boolean): Promise<Count>;
  /** Whether an error means that the store is unavailable, as opposed to a programming error. */
  isAway(error: unknown): boolean;
}
