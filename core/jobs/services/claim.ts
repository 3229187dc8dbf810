import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '../../database/index.ts';

const LONGEST_ERROR = 1000;

/**
 * The right to run a job once. It is a row with an end, by the database's clock: while it is renewed nobody else gets
 * it, and when its holder was killed another one does.
 */
export class Claim {
  readonly job: string;
  /** How long the claim outlives a holder that stopped renewing it. */
  readonly leaseSeconds: number;
  readonly #database: Database;
  // Two runs of one replica are two holders: the one that lost its claim must not end the other's.
  readonly #holder = `${hostname()}:${process.pid} (${randomBytes(4).toString('hex')})`;
  #ended = false;

  constructor(database: Database, { job, leaseSeconds }: Pick<Claim, 'job' | 'leaseSeconds'>) {
    this.#database = database;
    this.job = job;
    this.leaseSeconds = leaseSeconds;
  }

  /** Takes the job if it is due, or with `early` if nobody runs it. @returns whether it was taken */
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

  /** @returns false when another replica has taken the job over */
  async renew(): Promise<boolean> {
    const { rows } = await this.#database.raw(
      `update jobs set lease_until = now() + ? * interval '1 second' where name = ? and holder = ? returning name`,
      [this.leaseSeconds, this.job, this.#holder],
    );
    return rows.length > 0 || this.#ended;
  }

  /** Records how the run ended, and when the job is due again. @returns false when another replica has taken it over */
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
