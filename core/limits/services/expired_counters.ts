import type { Services } from 'lectern';
import type { Database } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';

const BATCH = 1000;
const HOUR_MS = 3_600_000;

/** Deletes counts whose window has ended. Those on Redis go by themselves. */
export class ExpiredCounters implements Job {
  readonly name = 'limits.expired_counters';
  readonly everySeconds = 600;
  readonly #database: Database;

  constructor({ database }: Pick<Services, 'database'>) {
    this.#database = database;
  }

  async run(): Promise<void> {
    // An hour later, because the clocks of the replicas decide on the end of a window and may differ.
    const limit = Date.now() - HOUR_MS;
    for (let deleted = BATCH; deleted === BATCH;) deleted = await this.#deleteBatch(limit);
  }

  /** Asks for the age twice: a window may begin anew between the choice of its row and the deletion. */
  async #deleteBatch(limit: number): Promise<number> {
    const { rows } = await this.#database.raw(
      `delete from limit_counters
       where key in (select key from limit_counters where expire < ? order by expire limit ?) and expire < ?
       returning 1 as deleted`,
      [limit, BATCH, limit],
    );
    return rows.length;
  }
}
