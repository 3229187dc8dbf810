import { createHash } from 'node:crypto';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { LimitRule } from '../counter.ts';
import type { AttemptStore } from './attempt_store.ts';

/** Parameters for counting under a rule; every key starts with `prefix`. */
export interface Counting {
  readonly prefix: string;
  readonly rule: LimitRule;
}

/** Calls a store and handles its unavailability. */
export type Reach = <T>(ask: () => Promise<T>) => Promise<T>;

/** Store of counts. */
export interface CountStore {
  readonly attempts: AttemptStore;
  start(): Promise<void>;
  /** Rejects when the store does not answer. */
  check(): Promise<void>;
  stop(): void;
  limiter(counting: Counting): RateLimiterStoreAbstract;
  /** Reverts a count below `ceiling`, in one step. @param storedKey the key with its prefix */
  giveBack(storedKey: string, bounds: Bounds): Promise<void>;
  /** Whether an error means that the store is unavailable, as opposed to a programming error. */
  isAway(error: unknown): boolean;
}

/**
 * Bounds for reverting: a count above `points` is first set to `points`; a count above `ceiling` is not changed.
 */
export interface Bounds {
  readonly points: number;
  readonly ceiling: number;
}

/** Options of both stores. An in-memory cache is not used: it would differ between replicas. */
export function limiterOptions({ prefix, rule: { points, seconds, blockSeconds = 0 } }: Counting) {
  return { keyPrefix: prefix, points, duration: seconds, blockDuration: blockSeconds };
}

/** Hash of a key. Keys contain phone numbers and addresses, which must not be readable in the store. */
export function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
