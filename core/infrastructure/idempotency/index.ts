export type { KeyedRequest, IdempotentAttempt } from './keyed_request.ts';
