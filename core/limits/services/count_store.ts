import { hash } from 'node:crypto';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { LimitRule } from '../counter.ts';
import type { AttemptStore } from './attempt_store.ts';

/** Rule of a counter, and the prefix of its keys in the store. */
export interface Counting {
  readonly prefix: string;
  readonly rule: LimitRule;
}

/** Calls the store; an unavailable store becomes the failure 503. */
export type CallStore = <T>(ask: () => Promise<T>) => Promise<T>;

/** Store of the counts: Redis or the database. */
export interface CountStore {
  readonly attempts: AttemptStore;
  start(): Promise<void>;
  /** Rejects when the store does not answer. */
  check(): Promise<void>;
  stop(): void;
  limiter(counting: Counting): RateLimiterStoreAbstract;
  /** Subtracts one from a count that is at most `ceiling`, in one step. @param storedKey hashed key with prefix */
  giveBack(storedKey: string, bounds: Bounds): Promise<void>;
  /** Whether an error means that the store is unavailable, as opposed to a programming error. */
  isAway(error: unknown): boolean;
}

/** Bounds of `giveBack`: a count above `points` is first set to `points`; a count above `ceiling` is not changed. */
export interface Bounds {
  readonly points: number;
  readonly ceiling: number;
}

/** Options for the limiters of both stores. Their in-memory cache stays off: it would differ between replicas. */
export function limiterOptions({ prefix, rule: { points, seconds, blockSeconds = 0 } }: Counting) {
  return { keyPrefix: prefix, points, duration: seconds, blockDuration: blockSeconds };
}

/** Hash of a key. Keys contain phone numbers and addresses, which must not be readable in the store. */
export function hashed(key: string): string {
  return hash('sha256', key, 'base64url');
}
