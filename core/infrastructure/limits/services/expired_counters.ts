import { use } from 'lectern';
import { deleteAged } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';

const HOUR_MS = 3_600_000;

/** Deletes counts whose window ended more than an hour ago. Redis expires its counts without this job. */
export class ExpiredCounters implements Job {
  readonly name = 'limits.expired_counters';
  readonly everySeconds = 600;
  readonly #database = use('database');

  async run(signal?: AbortSignal): Promise<void> {
    // Windows end by the clock of the server, which may differ from this one; one hour of tolerance covers that.
    const until = Date.now() - HOUR_MS - 1;
    await deleteAged(this.#database, { table: 'limit_counters', column: 'expire', until }, signal);
  }
}
