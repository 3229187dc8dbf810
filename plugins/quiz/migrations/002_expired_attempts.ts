import type { Knex } from 'knex';

/** Index for the job that deletes attempts that were never submitted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index if not exists quiz_attempts_expired on quiz_attempts (closes_at) where state = 'expired'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index quiz_attempts_expired');
}
