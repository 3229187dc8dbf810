/** Section `modules.idempotency` of the configuration; `module.json` holds the schema and the defaults. */
export interface IdempotencyConfig {
  /** Secret: never put them in a message. The first key creates digests, all verify them. */
  readonly keys: readonly string[];
}
