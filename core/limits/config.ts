/** Section `modules.limits` of the configuration. */
export interface LimitsConfig {
  /** Redis to count on instead of the database. Secret: never put it in a message. */
  readonly redisUrl?: string;
  readonly keyPrefix: string;
}
