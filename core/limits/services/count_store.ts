import { createHash } from 'node:crypto';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { LimitRule } from '../counter.ts';
import type { AttemptStore } from './attempt_store.ts';

/** What a store needs to know to count under a rule; `prefix` stands before every key. */
export interface Counting {
  readonly prefix: string;
  readonly rule: LimitRule;
}

/** Asks a store, and knows what to do when it is away. */
export type Reach = <T>(ask: () => Promise<T>) => Promise<T>;

/** Where counts are kept. */
export interface CountStore {
  readonly attempts: AttemptStore;
  start(): Promise<void>;
  /** Rejects when the store does not answer. */
  check(): Promise<void>;
  stop(): void;
  limiter(counting: Counting): RateLimiterStoreAbstract;
  /** Takes back what counts below `ceiling`, in one step. @param storedKey the key with its prefix */
  giveBack(storedKey: string, bounds: Bounds): Promise<void>;
  /** Whether an error tells that the store is away, as opposed to a mistake of ours. */
  isAway(error: unknown): boolean;
}

/** How a count is taken back: what exceeded `points` was refused and never counted; above `ceiling` nothing changes. */
export interface Bounds {
  readonly points: number;
  readonly ceiling: number;
}

/** What both stores are told alike. Nothing is remembered in the process: the replicas have to agree. */
export function limiterOptions({ prefix, rule: { points, seconds, blockSeconds = 0 } }: Counting) {
  return { keyPrefix: prefix, points, duration: seconds, blockDuration: blockSeconds };
}

/** Keys hold phone numbers and addresses, which must not be readable where they are kept. */
export function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
