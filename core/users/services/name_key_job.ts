import { use } from 'lectern';
import type { Job } from '../../jobs/index.ts';
import { fillNameKeys } from './name_keys.ts';

const MAX_NAMED = 20;
const DAY_SECONDS = 86_400;

/** Computes keys of nicknames that servers of an earlier version have stored, and names the nicknames without a key. */
export class NameKeyJob implements Job {
  readonly name = 'users.name_keys';
  readonly everySeconds = DAY_SECONDS;
  readonly #database = use('database');
  readonly #logger = use('logger');

  async run(): Promise<void> {
    const clashing = await fillNameKeys(this.#database.knex);
    if (clashing.length === 0) return;
    const users = clashing.slice(0, MAX_NAMED).map(({ id, nickname }) => ({ id, nickname }));
    this.#logger.warn(
      { users },
      `${clashing.length} nicknames differ from those of older accounts only in letter case or Unicode form, so these ` +
        'accounts sign in only with exactly this nickname; change a nickname by PATCH /api/users/{id}',
    );
  }
}
