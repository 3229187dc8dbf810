/**
 * A background job. One replica runs it in each period. A run repeats when its replica was killed, so the work must be
 * idempotent.
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
