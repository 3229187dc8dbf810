import type { Knex } from 'knex';

/**
 * Adds to each token a random id, which its user may see, and its last use: time, and IP address without the last part.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table user_tokens
      add column id bigint not null default floor(random() * 9007199254740991)::bigint + 1,
      add column used_at timestamptz,
      add column used_from text not null default ''`);
  await knex.raw('create unique index user_tokens_id on user_tokens (id)');
  await knex.raw('create index user_tokens_newest on user_tokens (user_id, created_at desc, id desc)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table user_tokens drop column id, drop column used_at, drop column used_from');
}
