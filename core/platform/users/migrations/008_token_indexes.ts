import type { Knex } from 'knex';

/** Drops an index whose queries `user_tokens_newest` serves. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index user_tokens_user_id');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('create index user_tokens_user_id on user_tokens (user_id, created_at)');
}
