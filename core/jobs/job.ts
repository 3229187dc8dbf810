/**
 * A background job. In each period, one replica runs the job. When that replica is killed, another replica runs the job
 * again, so the work must be idempotent.
 * @example
 * // services.ts of a module that requires `jobs`
 * export default { expiredTokens: contributes('jobs', asClass(ExpiredTokens)) };
 */
export interface Job {
  /** Unique; written `<module>.<action>`. */
  readonly name: string;
  /** Whole seconds between the end of a run and the next one. */
  readonly everySeconds: number;
  /** Does the work. An error is logged and recorded; the next run follows after the period. */
  run(): Promise<void>;
}
