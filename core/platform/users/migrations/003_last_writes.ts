import type { Knex } from 'knex';

/**
 * Time of the last write of each user. A separate table, because rows of `users` are locked by changes of users, and
 * read too often to be rewritten with each write.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table last_writes (
      user_id bigint primary key references users (id) on delete cascade,
      wrote_at timestamptz not null
    )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table last_writes');
}
