import { use } from 'lectern';
import { deleteAged } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';

/** Deletes expired tokens, and records of revoked JWTs that have expired. */
export class CleanCredentials implements Job {
  readonly name = 'users.clean';
  readonly everySeconds = 3_600;
  readonly #database = use('database');
  readonly #clock = use('clock');

  async run(): Promise<void> {
    const until = this.#clock.now();
    await deleteAged(this.#database, { table: 'user_tokens', column: 'expires_at', until });
    await deleteAged(this.#database, { table: 'revoked_jwts', column: 'expires_at', until });
  }
}
