import type { Services } from 'lectern';
import { deleteAged, type Database } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';
import { oldestKept } from './oldest_kept.ts';

/** Deletes keys that no longer count. */
export class AgedKeys implements Job {
  readonly name = 'idempotency.aged_keys';
  readonly everySeconds = 3_600;
  readonly #database: Database;
  readonly #clock: Services['clock'];

  constructor({ database, clock }: Pick<Services, 'database' | 'clock'>) {
    this.#database = database;
    this.#clock = clock;
  }

  async run(): Promise<void> {
    const until = oldestKept(this.#clock);
    await deleteAged(this.#database, {
      table: 'idempotency_keys',
      key: ['user_id', 'key'],
      column: 'created_at',
      until,
    });
  }
}
