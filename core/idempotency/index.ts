// Public interface for other modules: idempotency keys.
export type { KeyedRequest, Turn } from './keyed_request.ts';
export type { Idempotency } from './services/idempotency.ts';
