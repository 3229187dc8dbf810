import type { Services } from 'lectern';
import { deleteAged, type Database } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';

/** Removes expired tokens, and revoked JWTs that would have expired by now. */
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
    await deleteAged(this.#database, { table: 'user_tokens', key: 'digest', column: 'expires_at', until });
    await deleteAged(this.#database, { table: 'revoked_jwts', key: 'id', column: 'expires_at', until });
  }
}
