import { hash } from 'node:crypto';
import type { LimitRule } from '../counter.ts';
import type { AttemptStore } from './attempt_store.ts';

/** Actions within the window, at most one more than permitted, and milliseconds until they expire. */
export interface Count {
  readonly count: number;
  readonly msLeft: number;
}

/** Rule of a counter, and the prefix of its keys in the store. */
export interface Counting {
  readonly prefix: string;
  readonly rule: LimitRule;
}

/** Calls the store; an unavailable store becomes the failure 503. */
export type CallStore = <T>(ask: () => Promise<T>) => Promise<T>;

/** Store of the counts: Redis or the database. Each method is one atomic step and uses the clock of the store. */
export interface CountStore {
  readonly attempts: AttemptStore;
  start(): Promise<void>;
  /** Rejects when the store does not answer. */
  check(): Promise<void>;
  stop(): void;
  /** Counts an action. The first one beyond the points begins the block, if any. @param storedKey hashed key with prefix */
  take(storedKey: string, rule: LimitRule): Promise<Count>;
  count(storedKey: string): Promise<Count>;
  /** Subtracts one from a count. A count beyond the points is first set to `points`; a block stays. */
  giveBack(storedKey: string, rule: LimitRule): Promise<void>;
  clear(storedKey: string): Promise<void>;
  /** Whether an error means that the store is unavailable, as opposed to a programming error. */
  isAway(error: unknown): boolean;
}

/** Hash of a key. Keys contain phone numbers and addresses, which must not be readable in the store. */
export function hashed(key: string): string {
  return hash('sha256', key, 'base64url');
}
