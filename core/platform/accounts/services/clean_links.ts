import { use } from 'lectern';
import type { Job } from '../../../infrastructure/jobs/index.ts';

const FOREIGN_KEY_VIOLATION = '23503';

/** Deletes expired links, and the accounts whose registration was never confirmed. */
export class CleanLinks implements Job {
  readonly name = 'accounts.clean';
  readonly everySeconds = 3600;
  readonly #database = use('database');
  readonly #clock = use('clock');

  async run(signal?: AbortSignal): Promise<void> {
    await this.#database.inBatches(async (limit) => (await this.#removeSome(limit)) === limit, { signal });
  }

  async #removeSome(limit: number): Promise<number> {
    const { rows } = await this.#database.raw<{ kind: string; userId: string | null }>(
      `delete from email_links where id = any(array(
         select id from email_links where expires_at <= ? order by expires_at limit ? for update skip locked))
       returning kind, user_id as "userId"`,
      [this.#clock.now(), limit],
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
