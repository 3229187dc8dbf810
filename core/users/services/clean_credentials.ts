import type { Services } from 'lectern';
import { deleteAged, type Database } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';

/** Deletes expired tokens, and records of revoked JWTs that have expired. */
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
    const until = this.#clock.now();
    await deleteAged(this.#database, { table: 'user_tokens', column: 'expires_at', until });
    await deleteAged(this.#database, { table: 'revoked_jwts', column: 'expires_at', until });
  }
}
