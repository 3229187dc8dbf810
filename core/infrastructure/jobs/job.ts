/**
 * A background job, by period or by schedule. One replica at a time runs the job. When that replica is killed, the job
 * runs again, so the work must be idempotent.
 * @example
 * // services.ts of a module that requires `jobs`
 * export default { expiredTokens: contributes('jobs', ExpiredTokens) };
 */
export interface Job {
  /** Unique; written `<module>.<action>`. */
  readonly name: string;
  /**
   * Whole seconds between the end of a run and the next run. A new job is due at once. Give `everySeconds` or
   * `schedule`.
   */
  readonly everySeconds?: number;
  /** Times of the runs as a cron expression, in place of `everySeconds`. */
  readonly schedule?: JobSchedule;
  /**
   * Does the work. An error is logged and recorded; the next run follows after the period, or by the schedule.
   * @param signal aborts when the process begins to stop; a long run then ends, and the next run goes on
   */
  run(signal?: AbortSignal): Promise<void>;
}

/**
 * Times of the runs of a job. Times during a run are omitted. A time that a clock change skips runs after the change; a
 * time that a clock change repeats runs once.
 */
export interface JobSchedule {
  /** Cron expression of minute, hour, day of the month, month and day of the week, such as `0 3 * * 1-5`. */
  readonly cron: string;
  /** Time zone of the expression, such as `Europe/Berlin`; by default the setting `zone` of the configuration. */
  readonly zone?: string;
  /**
   * Handling of runs that no server began in time, because none was running for example. `once` runs the job once
   * afterwards; `skip` omits the missed runs.
   */
  readonly missed: 'once' | 'skip';
}
