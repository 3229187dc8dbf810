import type { Services } from 'lectern';
import { deleteAged, type Database } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';
import type { DigestKeys } from './digest_keys.ts';
import { oldestKept } from './oldest_kept.ts';

/** Deletes expired idempotency keys, and rotates the secret keys of the digests. */
export class AgedKeys implements Job {
  readonly name = 'idempotency.aged_keys';
  readonly everySeconds = 3_600;
  readonly #database: Database;
  readonly #clock: Services['clock'];
  readonly #digestKeys: DigestKeys;

  constructor({ database, clock, digestKeys }: Pick<Services, 'database' | 'clock' | 'digestKeys'>) {
    this.#database = database;
    this.#clock = clock;
    this.#digestKeys = digestKeys;
  }

  async run(): Promise<void> {
    const until = oldestKept(this.#clock);
    await deleteAged(this.#database, {
      table: 'idempotency_keys',
      column: 'created_at',
      until,
    });
    await this.#digestKeys.rotate();
  }
}
