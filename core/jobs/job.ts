/**
 * A background job, by period or by schedule. In each period, one replica runs the job. When that replica is killed,
 * another replica runs the job again, so the work must be idempotent.
 * @example
 * // services.ts of a module that requires `jobs`
 * export default { expiredTokens: contributes('jobs', asClass(ExpiredTokens)) };
 */
export interface Job {
  /** Unique; written `<module>.<action>`. */
  readonly name: string;
  /** Whole seconds between the end of a run and the next one; the first run is due at the start. Either this or `schedule`. */
  readonly everySeconds?: number;
  /** Times of the runs, by a cron expression. */
  readonly schedule?: JobSchedule;
  /** Does the work. An error is logged and recorded; the next run follows after the period, or by the schedule. */
  run(): Promise<void>;
}

/** Times of the runs of a job. A time during a run, or one that a clock change skips, is omitted. */
export interface JobSchedule {
  /** Minute, hour, day of the month, month, day of the week: `0 3 * * 1-5`. */
  readonly cron: string;
  /** Time zone of the expression, such as `Europe/Berlin`; by default that of the configuration. */
  readonly zone?: string;
  /**
   * Handling of runs that were missed because no server was running. `once` runs the job once at the next start; `skip`
   * omits the missed runs.
   */
  readonly missed: 'once' | 'skip';
}
