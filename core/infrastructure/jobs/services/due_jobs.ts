import type { Services } from 'lectern';
import type { Database } from '../../database/index.ts';
import type { Job } from '../job.ts';
import type { Timing } from './timing.ts';

export interface TimedJob {
  readonly job: Job;
  readonly timing: Timing;
}

interface Row {
  readonly name: string;
  readonly dueAt: Date;
  readonly now: Date;
  /** Whether the job is not due yet, or is running. */
  readonly waits: boolean;
  /** Whether no replica began the run within `MISSED_SECONDS` and two polls after its due time. */
  readonly missed: boolean;
}

/** Decision about a job in one poll. `plan` sets the first run, `replan` moves a run, `skip` leaves a run out. */
type Step = 'run' | 'wait' | 'plan' | 'replan' | 'skip';

/** Seconds after the due time within which a server has to begin a run; two polls are added. */
const MISSED_SECONDS = 60;

/** Finds due jobs, plans the first run of scheduled jobs, and leaves out missed runs of jobs with `missed: "skip"`. */
export class DueJobs {
  readonly #database: Database;
  readonly #logger: Services['logger'];
  readonly #pollSeconds: number;
  /** Whether runs planned by an earlier process have been moved to the times of the present expressions. */
  #hasReplanned = false;

  constructor({ database, logger }: Pick<Services, 'database' | 'logger'>, pollSeconds: number) {
    this.#database = database;
    this.#logger = logger;
    this.#pollSeconds = pollSeconds;
  }

  /** Returns the due jobs that no replica is running. Plans, moves or skips runs of the other scheduled jobs. */
  async take(jobs: readonly TimedJob[]): Promise<Job[]> {
    const rows = await this.#rows();
    const due: Job[] = [];
    for (const { job, timing } of jobs) {
      const row = rows.get(job.name);
      const step = this.#stepOf(timing, row);
      if (step === 'run') due.push(job);
      if (step === 'plan') await this.#plan(job, timing);
      if (step === 'replan') await this.#move(row as Row, timing, 'due_at > now()');
      if (step === 'skip') await this.#skip(row as Row, timing);
    }
    this.#hasReplanned = true;
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

  #stepOf(timing: Timing, row: Row | undefined): Step {
    if (!timing.isScheduled) return row?.waits === true ? 'wait' : 'run';
    if (!row) return 'plan';
    // The expression may have changed since the run was planned.
    if (row.waits) return this.#hasReplanned ? 'wait' : 'replan';
    return row.missed && timing.skipsMissed ? 'skip' : 'run';
  }

  async #plan({ name }: Job, timing: Timing): Promise<void> {
    const { rows } = await this.#database.raw<{ now: Date }>('select now() as now');
    const dueAt = timing.after((rows[0] as { now: Date }).now);
    await this.#database.raw('insert into jobs (name, due_at) values (?, ?) on conflict (name) do nothing', [
      name,
      dueAt,
    ]);
  }

  async #skip(row: Row, timing: Timing): Promise<void> {
    await this.#move(row, timing, 'due_at <= now()');
    const message = `The job '${row.name}' skips a run that no server began in time: its schedule says "missed": "skip"`;
    this.#logger.info({ job: row.name, dueAt: row.dueAt }, message);
  }

  async #move({ name, now }: Row, timing: Timing, condition: string): Promise<void> {
    await this.#database.raw(`update jobs set due_at = ? where name = ? and lease_until is null and ${condition}`, [
      timing.after(now),
      name,
    ]);
  }
}
