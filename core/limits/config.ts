/** Section `modules.limits` of the configuration. */
export interface LimitsConfig {
  /** URL of the Redis that replaces the database as store of the counts. Secret: never put it in a message. */
  readonly redisUrl?: string;
  readonly keyPrefix: string;
}
