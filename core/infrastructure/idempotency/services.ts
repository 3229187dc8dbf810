import { contributes } from 'lectern';
import { AgedKeys } from './services/aged_keys.ts';
import { DigestKeys } from './services/digest_keys.ts';
import { Idempotency } from './services/idempotency.ts';
import { IdempotencyKeys } from './services/idempotency_keys.ts';

/** Section `modules.idempotency` of the configuration; `module.json` holds the schema and the defaults. */
interface IdempotencyConfig {
  /** Keys for digests of requests; secret. The first key creates digests; every key verifies earlier digests. */
  readonly keys: readonly string[];
}

declare module 'lectern' {
  interface Services {
    agedKeys: AgedKeys;
    digestKeys: DigestKeys;
    idempotency: Idempotency;
    idempotencyConfig: IdempotencyConfig;
    idempotencyKeys: IdempotencyKeys;
  }
}

export default {
  agedKeys: contributes('jobs', AgedKeys),
  digestKeys: DigestKeys,
  idempotency: Idempotency,
  idempotencyKeys: IdempotencyKeys,
};
