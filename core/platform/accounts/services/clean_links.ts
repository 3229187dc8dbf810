import { use } from 'lectern';
import type { Job } from '../../../infrastructure/jobs/index.ts';

const BATCH = 500;
const FOREIGN_KEY_VIOLATION = '23503';

/** Deletes expired links, and the accounts whose registration was never confirmed. */
export class CleanLinks implements Job {
  readonly name = 'accounts.clean';
  readonly everySeconds = 3600;
  readonly #database = use('database');
  readonly #clock = use('clock');

  async run(): Promise<void> {
    for (let removed = BATCH; removed === BATCH;) removed = await this.#removeSome();
  }

  async #removeSome(): Promise<number> {
    const { rows } = await this.#database.raw<{ kind: string; userId: string | null }>(
      `delete from email_links where id = any(array(
         select id from email_links where expires_at <= ? order by expires_at limit ?))
       returning kind, user_id as "userId"`,
      [this.#clock.now(), BATCH],
    );
    for (const { kind, userId } of rows) if (kind === 'register' && userId !== null) await this.#removeUnused(userId);
    return rows.length;
  }

  /** Deletes an account without password, e-mail address and mobile number, unless other rows refer to the account. */
  async #removeUnused(id: string): Promise<void> {
    const users = this.#database.table('users').where('id', id);
    try {
      await users.whereNull('password_hash').whereNull('email').whereNull('mobile').delete();
    } catch (error) {
      if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    }
  }
}
