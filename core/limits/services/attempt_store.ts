import type { AttemptRule } from '../attempts.ts';

/** One attempt, as a store knows it. */
export interface Claim {
  readonly storedKey: string;
  readonly id: string;
  readonly rule: AttemptRule;
}

/** How an attempt ended; one that is undecided neither counts nor forgives. */
export type Outcome = 'right' | 'wrong' | 'undecided';

/** Failures that count at the moment, and milliseconds until they do not any more. */
export interface Failures {
  readonly failures: number;
  readonly msLeft: number;
}

/** Where attempts are counted. Each method is one atomic step, by the clock of the store. */
export interface AttemptStore {
  /** Claims a place among those that failures and other claims leave. @returns whether there was one */
  begin(claim: Claim): Promise<boolean>;
  /** Gives the place back and counts the outcome. A key that is locked stays so. */
  end(claim: Claim, outcome: Outcome): Promise<Failures>;
  failures(storedKey: string): Promise<Failures>;
}

/** Milliseconds after which a claim ends by itself: its process may have been killed. */
export const LEASE_MS = 5_000;
