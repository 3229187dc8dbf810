export { ConcurrencyLimiter } from './concurrency_limiter.ts';
export { networkOf } from './network.ts';
export { refusal } from './refusal.ts';
export type { AttemptRule, Attempts } from './attempts.ts';
export type { Counter, LimitRule, Standing } from './counter.ts';
