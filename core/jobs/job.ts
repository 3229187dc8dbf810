/**
 * A background job. It runs once a period over all replicas, and again when its replica was killed, so it must be safe
 * to repeat.
 * @example
 * // services.ts of a module that requires `jobs`
 * export default { expiredTokens: contributes('jobs', asClass(ExpiredTokens)) };
 */
export interface Job {
  /** Unique; written `<module>.<action>`. */
  readonly name: string;
  /** Whole seconds between the end of a run and the next one. */
  readonly everySeconds: number;
  /** Does the work. An error is logged and recorded, and the job runs again after its period. */
  run(): Promise<void>;
}
