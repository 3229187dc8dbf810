import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { leaseHolder } from '../transactions/lease_holder.ts';
import type { Logger } from '../config.ts';

const TABLE = 'lectern_leases';
const LEASE_MS = 15_000;
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1000;
const RISK = `after ${LEASE_MS / 1000} s without a renewal, another process may take over. Check the database.`;

/**
 * A lock that one process at a time holds. The holder renews its expiry, so the lock of a dead process expires within
 * 15 seconds. The lock is a row, because poolers and distributed engines lose session locks.
 */
export class Lease {
  readonly #holder = leaseHolder();

  constructor(
    private readonly name: string,
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs `work` while holding the lease; waits for another holder at most `waitMs` milliseconds.
   * @throws errors of `work`; Error naming the holder when the holder does not release the lease in time
   */
  async hold<T>(work: () => Promise<T>, waitMs: number): Promise<T> {
    await this.#acquire(Date.now() + waitMs, waitMs);
    const renewal = setInterval(() => void this.#renew(), LEASE_MS / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      await this.#release();
    }
  }

  async #acquire(deadline: number, waitMs: number): Promise<void> {
    for (let pause = MIN_PAUSE_MS; !(await this.#take()); pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      if (Date.now() + pause > deadline) throw await this.#refusal(waitMs);
      await sleep(pause * (0.5 + Math.random() / 2));
    }
  }

  // Uses the clock of the database, because the clocks of the processes may differ.
  async #take(): Promise<boolean> {
    const { rows } = await this.database.raw(
      `insert into ${TABLE} (name, holder, expires_at) values (?, ?, now() + ? * interval '1 millisecond')
       on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
       where ${TABLE}.expires_at < now() returning name`,
      [this.name, this.#holder, LEASE_MS],
    );
    return rows.length > 0;
  }

  async #renew(): Promise<void> {
    try {
      const { rows } = await this.database.raw(
        `update ${TABLE} set expires_at = now() + ? * interval '1 millisecond' where name = ? and holder = ? returning name`,
        [LEASE_MS, this.name, this.#holder],
      );
      if (rows.length === 0) throw new Error('the lease expired, and another process has acquired it');
    } catch (error) {
      this.logger.warn({ err: error, lease: this.name }, `The lease '${this.name}' could not be renewed; ${RISK}`);
    }
  }

  async #release(): Promise<void> {
    try {
      await this.database.table(TABLE).where({ name: this.name, holder: this.#holder }).delete();
    } catch (error) {
      this.logger.warn(
        { err: error, lease: this.name },
        `The lease '${this.name}' could not be released; other processes wait until it expires, up to ${LEASE_MS / 1000} s.`,
      );
    }
  }

  async #refusal(waitMs: number): Promise<Error> {
    const row = await this.database.table<{ holder: string }>(TABLE).where('name', this.name).first('holder');
    return new Error(
      `The lease '${this.name}' has been held by ${row?.holder ?? 'others'} for over ${waitMs} ms. ` +
        'Wait for the end of that process and start again; the lease of a dead process expires within 15 seconds.',
    );
  }
}
