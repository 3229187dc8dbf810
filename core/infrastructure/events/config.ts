/** Section `modules.events` of the configuration. */
export interface EventsConfig {
  readonly enabled: boolean;
  readonly pollSeconds: number;
  readonly concurrency: number;
  readonly checkMs: number;
  readonly leaseSeconds: number;
  readonly maxAttempts: number;
  readonly backoffSeconds: number;
  readonly longestBackoffSeconds: number;
  readonly keepDays: number;
  readonly stopSeconds: number;
}
