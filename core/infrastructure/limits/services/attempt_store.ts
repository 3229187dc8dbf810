import type { AttemptRule } from '../attempts.ts';

/** A running attempt, as the store records it. Failures and claims of a key together do not exceed `points`. */
export interface Claim {
  readonly storedKey: string;
  readonly id: string;
  readonly rule: AttemptRule;
}

/** Outcome of an attempt. `undecided`: the check itself failed, so failures are neither counted nor cleared. */
export type Outcome = 'right' | 'wrong' | 'undecided';

/** Failures within the window, and milliseconds until they expire. */
export interface Failures {
  readonly failures: number;
  readonly msLeft: number;
}

/** Stores claims and failures by key. Each method is one atomic step and uses the clock of the store. */
export interface AttemptStore {
  /** Stores a claim if failures and other claims are below the limit. @returns whether the claim was stored */
  begin(claim: Claim): Promise<boolean>;
  /** Removes the claim and counts the outcome. A locked key stays locked. */
  end(claim: Claim, outcome: Outcome): Promise<Failures>;
  failures(storedKey: string): Promise<Failures>;
}

/** Lifetime of a claim in milliseconds, after which the claim of a killed process no longer counts. */
export const LEASE_MS = 5_000;
