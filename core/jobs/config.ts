/** Section `modules.jobs` of the configuration. */
export interface JobsConfig {
  readonly enabled: boolean;
  readonly pollSeconds: number;
  readonly leaseSeconds: number;
  readonly stopSeconds: number;
}
