import { leaseHolder, type Database } from '../../database/index.ts';

/**
 * Lease of a job for one run, stored in the row of the job. While the lease is renewed, no other run can claim the job.
 * If the process is killed, the lease ends by the clock of the database.
 */
export class JobLease {
  readonly job: string;
  /** Seconds until the lease ends after its last renewal. */
  readonly leaseSeconds: number;
  readonly #database: Database;
  /** Time of the claim by the clock of the database. */
  #takenAt: Date | undefined;
  readonly #begunAt = performance.now();
  // Each run has its own holder: a run whose lease has ended must not end the lease of a later run.
  readonly #holder = leaseHolder();
  #ended = false;

  constructor(database: Database, { job, leaseSeconds }: Pick<JobLease, 'job' | 'leaseSeconds'>) {
    this.#database = database;
    this.job = job;
    this.leaseSeconds = leaseSeconds;
  }

  /** Claims the job if it is not running, and due or `early`. @returns whether the job was claimed */
  async take({ early = false } = {}): Promise<boolean> {
    const { rows } = await this.#database.raw<{ now: Date }>(
      `insert into jobs (name, due_at, holder, lease_until) values (?, now(), ?, now() + ? * interval '1 second')
       on conflict (name) do update set due_at = excluded.due_at, holder = excluded.holder, lease_until = excluded.lease_until
       where (jobs.due_at <= now() or ?) and (jobs.lease_until is null or jobs.lease_until < now())
       returning now() as now`,
      [this.job, this.#holder, this.leaseSeconds, early],
    );
    this.#takenAt = rows[0]?.now;
    return rows.length > 0;
  }

  /** Extends the lease to `leaseSeconds` from now. @returns false when another run has claimed the job */
  async renew(): Promise<boolean> {
    const { rows } = await this.#database.raw(
      `update jobs set lease_until = now() + ? * interval '1 second' where name = ? and holder = ? returning name`,
      [this.leaseSeconds, this.job, this.#holder],
    );
    return rows.length > 0 || this.#ended;
  }

  /** Estimated time on the clock of the database: the time of the claim, plus the time since then. */
  get now(): Date {
    return new Date((this.#takenAt?.getTime() ?? Date.now()) + performance.now() - this.#begunAt);
  }

  /** Records the result of the run, and the next due time. @returns false when another run has claimed the job */
  async end(dueAt: Date, error: string | null): Promise<boolean> {
    this.#ended = true;
    const { rows } = await this.#database.raw(
      `update jobs set due_at = ?, holder = null, lease_until = null,
         last_ended_at = now(), last_error = ?
       where name = ? and holder = ? returning name`,
      [dueAt, error, this.job, this.#holder],
    );
    return rows.length > 0;
  }
}
