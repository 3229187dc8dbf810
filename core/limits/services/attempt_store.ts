import type { AttemptRule } from '../attempts.ts';

/** One attempt, as a store records it. */
export interface Claim {
  readonly storedKey: string;
  readonly id: string;
  readonly rule: AttemptRule;
}

/** Outcome of an attempt; `undecided` neither counts a failure nor clears failures. */
export type Outcome = 'right' | 'wrong' | 'undecided';

/** Failures within the window, and milliseconds until they expire. */
export interface Failures {
  readonly failures: number;
  readonly msLeft: number;
}

/** Store of attempts. Each method is one atomic step and uses the clock of the store. */
export interface AttemptStore {
  /** Claims a slot, if failures and other claims leave one free. @returns whether a slot was claimed */
  begin(claim: Claim): Promise<boolean>;
  /** Releases the slot and counts the outcome. A locked key stays locked. */
  end(claim: Claim, outcome: Outcome): Promise<Failures>;
  failures(storedKey: string): Promise<Failures>;
}

/** Lifetime of a claim in milliseconds; a claim of a killed process expires then. */
export const LEASE_MS = 5_000;
