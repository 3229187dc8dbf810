import { use, type Caller, type ExtensionPoints } from 'lectern';
import type { Statement } from '../../../infrastructure/database/index.ts';

type ChangeListener = ExtensionPoints['changeListeners'];

/**
 * Records the time of each user's last change. Until the read replicas have caught up, reads by the user go to the
 * primary database. All processes share the record. Without read replicas, nothing is recorded.
 */
export class LastWrites implements ChangeListener {
  readonly #logger = use('logger');
  readonly #database = use('database');
  readonly listens: boolean = this.#database.replicas !== undefined;
  readonly #note: Statement<object, { userId: string }> = this.#database
    .statement(`insert into last_writes (user_id, wrote_at) select id, now() from users where id = :userId
         on conflict (user_id) do update set wrote_at = excluded.wrote_at`);

  /** Records a change by a user. Logs an error instead of throwing it, because the change itself has succeeded. */
  async changed({ id }: Caller): Promise<void> {
    try {
      await this.#note.all({ userId: id });
    } catch (error) {
      this.#logger.warn(
        { err: error },
        'The time of a change was not recorded; the user may read older data from a read replica for a moment',
      );
    }
  }
}

/** Returns an SQL condition: true if a read replica may lack the last change of the user. */
export function wroteLatelySql(seconds: number): string {
  return `exists (
    select from last_writes where user_id = users.id and wrote_at > now() - interval '${seconds} seconds'
  )`;
}
