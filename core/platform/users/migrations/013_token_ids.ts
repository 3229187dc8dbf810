import type { Knex } from 'knex';

/**
 * Replaces the unique key of the random ids by an index, because a distributed database divides tokens by their digest.
 * Statements look for an id among the tokens of its user.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index if not exists user_tokens_by_id on user_tokens (id)');
  await knex.raw('drop index user_tokens_id');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('create unique index user_tokens_id on user_tokens (id)');
  await knex.raw('drop index user_tokens_by_id');
}
