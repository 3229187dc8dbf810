import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table user_bindings (
      provider text not null check (char_length(provider) between 1 and 64),
      openid text not null check (char_length(openid) between 1 and 512),
      user_id bigint not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (provider, openid)
    )`);
  await knex.raw('create index user_bindings_user_id on user_bindings (user_id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table user_bindings');
}
