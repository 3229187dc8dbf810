import type { Caller, ChangeListener, Services } from 'lectern';
import type { Statement } from '../../database/index.ts';

/**
 * When users have changed something last, so that they read from the primary until the read replicas know of it, too.
 * Noted in the database, where the next request of the same user finds it on whichever process it arrives. Nothing is
 * noted where there are no replicas.
 */
export class LastWrites implements ChangeListener {
  readonly listens: boolean;
  readonly #note: Statement<object, { userId: string }>;
  readonly #logger: Services['logger'];

  constructor({ database, logger }: Pick<Services, 'database' | 'logger'>) {
    this.listens = database.replicas !== undefined;
    this.#logger = logger;
    // Callers that are no users have no row to be noted in.
    this.#note = database.statement((q, param) =>
      q.raw(
        `insert into last_writes (user_id, wrote_at) select id, now() from users where id = ?
         on conflict (user_id) do update set wrote_at = excluded.wrote_at`,
        [param('userId')],
      ),
    );
  }

  /** What was changed stands, whether this can be noted or not. */
  async changed({ id }: Caller): Promise<void> {
    try {
      await this.#note.all({ userId: id });
    } catch (error) {
      this.#logger.warn({ err: error }, 'that a user has changed something could not be noted for the read replicas');
    }
  }
}

/** SQL: whether the user of a row of `users` may have changed something that a replica does not know of yet. */
export function wroteLatelySql(seconds: number): string {
  return `exists (
    select from last_writes where user_id = users.id and wrote_at > now() - interval '${seconds} seconds'
  )`;
}
