import { use } from 'lectern';
import { deleteAged } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';
import { oldestKept } from './oldest_kept.ts';

/** Deletes expired idempotency keys, and rotates the secret keys of the digests. */
export class AgedKeys implements Job {
  readonly name = 'idempotency.aged_keys';
  readonly everySeconds = 3_600;
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #digestKeys = use('digestKeys');

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
