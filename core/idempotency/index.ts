export type { KeyedRequest, IdempotentAttempt } from './keyed_request.ts';
export type { Idempotency } from './services/idempotency.ts';
