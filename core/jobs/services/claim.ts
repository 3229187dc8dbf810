import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '../../database/index.ts';

const LONGEST_ERROR = 1000;

/**
 * A lease to run a job once. It is a row with an end, by the database's clock: exclusive while it is renewed, and
 * available again when its holder was killed.
 */
export class Claim {
  readonly job: string;
  /** Seconds until the lease ends after its last renewal. */
  readonly leaseSeconds: number;
  readonly #database: Database;
  // Two runs of one replica are two holders: a run that lost its lease must not end the other's.
  readonly #holder = `${hostname()}:${process.pid} (${randomBytes(4).toString('hex')})`;
  #ended = false;

  constructor(database: Database, { job, leaseSeconds }: Pick<Claim, 'job' | 'leaseSeconds'>) {
    this.#database = database;
    this.job = job;
    this.leaseSeconds = leaseSeconds;
  }

  /** Claims the job if it is due, or with `early` if it is not running. @returns whether it was claimed */
  async take({ early = false } = {}): Promise<boolean> {
    const { rows } = await this.#database.raw(
      `insert into jobs (name, due_at, holder, lease_until) values (?, now(), ?, now() + ? * interval '1 second')
       on conflict (name) do update set holder = excluded.holder, lease_until = excluded.lease_until
       where (jobs.due_at <= now() or ?) and (jobs.lease_until is null or jobs.lease_until < now())
       returning name`,
      [this.job, this.#holder, this.leaseSeconds, early],
    );
    return rows.length > 0;
  }

  /** @returns false when another replica has claimed the job */
  async renew(): Promise<boolean> {
    const { rows } = await this.#database.raw(
      `update jobs set lease_until = now() + ? * interval '1 second' where name = ? and holder = ? returning name`,
      [this.leaseSeconds, this.job, this.#holder],
    );
    return rows.length > 0 || this.#ended;
  }

  /** Records the result of the run, and the next due time. @returns false when another replica has claimed the job */
  async end(everySeconds: number, error: string | null): Promise<boolean> {
    this.#ended = true;
    const { rows } = await this.#database.raw(
      `update jobs set due_at = now() + ? * interval '1 second', holder = null, lease_until = null,
         last_ended_at = now(), last_error = ?
       where name = ? and holder = ? returning name`,
      [everySeconds, error?.slice(0, LONGEST_ERROR) ?? null, this.job, this.#holder],
    );
    return rows.length > 0;
  }
}
