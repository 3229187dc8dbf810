/** Section `modules.limits` of the configuration. */
export interface LimitsConfig {
  /** URL of a Redis that counts instead of the database. Secret: never put it in a message. */
  readonly redisUrl?: string;
  readonly keyPrefix: string;
}
