/** Section `modules.idempotency` of the configuration; `module.json` holds the schema and the defaults. */
export interface IdempotencyConfig {
  /** Secret: never put the keys in a message. The first key creates digests; every key verifies them. */
  readonly keys: readonly string[];
}
