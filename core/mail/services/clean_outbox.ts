import type { Services } from 'lectern';
import { deleteAged, type Database } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';

const DAY_MS = 86_400_000;

/** Deletes rows of `mail_outbox` that are older than a day. */
export class CleanOutbox implements Job {
  readonly name = 'mail.clean';
  readonly everySeconds = 3600;
  readonly #database: Database;
  readonly #clock: Services['clock'];

  constructor({ database, clock }: Pick<Services, 'database' | 'clock'>) {
    this.#database = database;
    this.#clock = clock;
  }

  async run(): Promise<void> {
    const until = new Date(this.#clock.now().getTime() - DAY_MS);
    await deleteAged(this.#database, { table: 'mail_outbox', column: 'created_at', until });
  }
}
