import type { Services } from 'lectern';
import type { Database } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';

const BATCH = 5_000;

/** Removes tokens that have expired, and JWTs that were revoked and would have expired by now. */
export class CleanCredentials implements Job {
  readonly name = 'users.clean';
  readonly everySeconds = 3_600;
  readonly #database: Database;
  readonly #clock: Services['clock'];

  constructor({ database, clock }: Pick<Services, 'database' | 'clock'>) {
    this.#database = database;
    this.#clock = clock;
  }

  async run(): Promise<void> {
    await this.#clean('user_tokens', 'digest');
    await this.#clean('revoked_jwts', 'id');
  }

  /** Some at a time, so that no statement holds many rows for long. */
  async #clean(table: string, key: string): Promise<void> {
    for (;;) {
      const expired = this.#database.table(table).where('expires_at', '<=', this.#clock.now()).limit(BATCH).select(key);
      if ((await this.#database.table(table).whereIn(key, expired).delete()) < BATCH) return;
    }
  }
}
