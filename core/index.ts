/** What core offers to plugins and to `custom`: the types of its services, its failures and shapes. */
export * from './api_access/index.ts';
export * from './articles/index.ts';
export * from './coupons/index.ts';
export * from './courses/index.ts';
export * from './database/index.ts';
export * from './events/index.ts';
export * from './exercises/index.ts';
export * from './idempotency/index.ts';
export * from './jobs/index.ts';
export * from './ledger/index.ts';
export * from './limits/index.ts';
export * from './orders/index.ts';
export * from './payments/index.ts';
export * from './settings/index.ts';
export * from './third_party/index.ts';
export * from './users/index.ts';
export * from './verification/index.ts';
