import { contributes } from 'lectern';
import { deletesAgedRows } from '../jobs/index.ts';
import { DigestKeys } from './services/digest_keys.ts';
import { Idempotency, KEPT_DAYS } from './services/idempotency.ts';
import { IdempotencyKeys } from './services/idempotency_keys.ts';

/** Section `modules.idempotency` of the configuration; `module.json` holds the schema and the defaults. */
interface IdempotencyConfig {
  /** Keys for digests of requests; secret. The first key creates digests; every key verifies earlier digests. */
  readonly keys: readonly string[];
}

declare module 'lectern' {
  interface Services {
    digestKeys: DigestKeys;
    idempotency: Idempotency;
    idempotencyConfig: IdempotencyConfig;
    idempotencyKeys: IdempotencyKeys;
  }
}

export default {
  agedKeys: deletesAgedRows('idempotency.aged_keys', [
    { table: 'idempotency_keys', column: 'created_at', days: KEPT_DAYS },
  ]),
  digestKeys: contributes('jobs', DigestKeys),
  idempotency: Idempotency,
  idempotencyKeys: IdempotencyKeys,
};
