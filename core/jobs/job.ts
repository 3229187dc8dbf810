/**
 * Work in the background. Over all replicas it runs once in its period, and again when the replica that ran it was
 * killed, so it must be safe to repeat.
 * @example
 * // services.ts of a module that requires `jobs`
 * export default { expiredTokens: contributes('jobs', asClass(ExpiredTokens)) };
 */
export interface Job {
  /** Unique; written `<module>.<what it does>`. */
  readonly name: string;
  /** Whole seconds between the end of a run and the next one. */
  readonly everySeconds: number;
  /** Does the work. What it throws is logged and recorded, and the job runs again after its period. */
  run(): Promise<void>;
}
