import type { Caller, ChangeListener, Services } from 'lectern';
import type { Statement } from '../../database/index.ts';

/**
 * Records the last write of each user, so that reads use the primary until the replicas have caught up. The record is
 * in the database, which all processes share. Without replicas nothing is recorded.
 */
export class LastWrites implements ChangeListener {
  readonly listens: boolean;
  readonly #note: Statement<object, { userId: string }>;
  readonly #logger: Services['logger'];

  constructor({ database, logger }: Pick<Services, 'database' | 'logger'>) {
    this.listens = database.replicas !== undefined;
    this.#logger = logger;
    // Selects from `users`: a caller that is a service has no row there, and gets no record.
    this.#note = database.statement((q, param) =>
      q.raw(
        `insert into last_writes (user_id, wrote_at) select id, now() from users where id = ?
         on conflict (user_id) do update set wrote_at = excluded.wrote_at`,
        [param('userId')],
      ),
    );
  }

  /** Logs a failed record; the change itself succeeds. */
  async changed({ id }: Caller): Promise<void> {
    try {
      await this.#note.all({ userId: id });
    } catch (error) {
      this.#logger.warn({ err: error }, 'the time of a change by a user could not be recorded for the read replicas');
    }
  }
}

/** SQL condition: whether the user of a `users` row may have made a change that a replica lacks. */
export function wroteLatelySql(seconds: number): string {
  return `exists (
    select from last_writes where user_id = users.id and wrote_at > now() - interval '${seconds} seconds'
  )`;
}
