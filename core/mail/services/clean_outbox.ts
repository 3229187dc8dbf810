import { use } from 'lectern';
import { deleteAged } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';

const DAY_MS = 86_400_000;

/** Deletes rows of `mail_outbox` that are older than a day. */
export class CleanOutbox implements Job {
  readonly name = 'mail.clean';
  readonly everySeconds = 3600;
  readonly #database = use('database');
  readonly #clock = use('clock');

  async run(): Promise<void> {
    const until = new Date(this.#clock.now().getTime() - DAY_MS);
    await deleteAged(this.#database, { table: 'mail_outbox', column: 'created_at', until });
  }
}
