import { asClass, contributes } from 'lectern';
import { AgedKeys } from './services/aged_keys.ts';
import { Idempotency } from './services/idempotency.ts';
import { IdempotencyKeys } from './services/idempotency_keys.ts';

declare module 'lectern' {
  interface Services {
    agedKeys: AgedKeys;
    idempotency: Idempotency;
    idempotencyKeys: IdempotencyKeys;
  }
}

export default {
  agedKeys: contributes('jobs', asClass(AgedKeys)),
  idempotency: asClass(Idempotency),
  idempotencyKeys: asClass(IdempotencyKeys),
};
