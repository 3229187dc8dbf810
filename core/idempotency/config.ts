/** Section `modules.idempotency` of the configuration; `module.json` holds the schema and the defaults. */
export interface IdempotencyConfig {
  /** Keys for digests of requests; secret. The first key creates digests; every key verifies earlier digests. */
  readonly keys: readonly string[];
}
