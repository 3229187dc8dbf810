import { use } from 'lectern';
import { deleteAged } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';

const DAY_MS = 86_400_000;

/** Tables to clean, each with the column of the age of a row. */
const tables = [
  ['captchas', 'expires_at'],
  ['sms_codes', 'expires_at'],
  ['sms_outbox', 'created_at'],
] as const;

/** Deletes captchas and codes a day after their expiry, and rows of `sms_outbox` after a day. */
export class EndedVerifications implements Job {
  readonly name = 'verification.clean';
  readonly everySeconds = 3600;
  readonly #database = use('database');
  readonly #clock = use('clock');

  async run(): Promise<void> {
    const until = new Date(this.#clock.now().getTime() - DAY_MS);
    for (const [table, column] of tables) await deleteAged(this.#database, { table, column, until });
  }
}
