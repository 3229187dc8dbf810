import type { Services } from 'lectern';
import type { Database } from '../../database/index.ts';
import type { Job } from '../job.ts';
import type { Timing } from './timing.ts';

/** A job with its times. */
export interface TimedJob {
  readonly job: Job;
  readonly timing: Timing;
}

interface Row {
  readonly name: string;
  readonly dueAt: Date;
  readonly now: Date;
  /** Not due yet, or running. */
  readonly waits: boolean;
  /** Due since longer than servers take to notice, and not begun. */
  readonly missed: boolean;
}

/** A run that begins so much later counts as missed: no server was there to begin it. */
const MISSED_SECONDS = 60;

/** Finds due jobs, plans the first run of scheduled jobs, and leaves out missed runs. */
export class DueJobs {
  readonly #database: Database;
  readonly #logger: Services['logger'];
  readonly #pollSeconds: number;
  #isPlanned = false;

  constructor({ database, logger }: Pick<Services, 'database' | 'logger'>, pollSeconds: number) {
    this.#database = database;
    this.#logger = logger;
    this.#pollSeconds = pollSeconds;
  }

  /** Due jobs that no replica is running. */
  async among(jobs: readonly TimedJob[]): Promise<Job[]> {
    const rows = await this.#rows();
    const due: Job[] = [];
    for (const one of jobs) if (await this.#isDue(one, rows.get(one.job.name))) due.push(one.job);
    this.#isPlanned = true;
    return due;
  }

  async #rows(): Promise<ReadonlyMap<string, Row>> {
    const { rows } = await this.#database.raw<Row>(
      `select name, due_at as "dueAt", now() as now, due_at > now() or lease_until >= now() as waits,
         lease_until is null and due_at < now() - ? * interval '1 second' as missed
       from jobs`,
      [MISSED_SECONDS + 2 * this.#pollSeconds],
    );
    return new Map(rows.map((row) => [row.name, row]));
  }

  async #isDue({ job, timing }: TimedJob, row: Row | undefined): Promise<boolean> {
    if (!timing.isScheduled) return row?.waits !== true;
    if (!row) return this.#plan(job, timing);
    // The expression may have changed since the run was planned.
    if (row.waits && !this.#isPlanned) await this.#move(row, timing, 'due_at > now()');
    if (row.waits || !(row.missed && timing.skipsMissed)) return !row.waits;
    await this.#move(row, timing, 'due_at <= now()');
    const message = `The job '${job.name}' skips a run that no server began in time: its schedule says "missed": "skip"`;
    this.#logger.info({ job: job.name, dueAt: row.dueAt }, message);
    return false;
  }

  async #plan({ name }: Job, timing: Timing): Promise<false> {
    const { rows } = await this.#database.raw<{ now: Date }>('select now() as now');
    const dueAt = timing.after((rows[0] as { now: Date }).now);
    await this.#database.raw('insert into jobs (name, due_at) values (?, ?) on conflict (name) do nothing', [
      name,
      dueAt,
    ]);
    return false;
  }

  async #move({ name, now }: Row, timing: Timing, condition: string): Promise<void> {
    await this.#database.raw(`update jobs set due_at = ? where name = ? and lease_until is null and ${condition}`, [
      timing.after(now),
      name,
    ]);
  }
}
