import type { Database } from '../../../../infrastructure/database/index.ts';
import { failures } from '../../failures.ts';

/**
 * Changes an account and revokes its tokens and JWTs. The incremented version also ends credentials that are issued
 * concurrently.
 * @throws failures.userNotFound
 */
export async function endCredentials(database: Database, id: string, change: object): Promise<void> {
  await database.transaction(async () => {
    const { knex } = database;
    const changed = await knex('users')
      .where({ id })
      .update({
        ...change,
        credentials_version: knex.raw('credentials_version + 1'),
        revision: knex.raw('revision + 1'),
      });
    if (changed === 0) throw failures.userNotFound();
    await knex('user_tokens').where('user_id', id).delete();
  });
}
