import type { Knex } from 'knex';

/** Beside the users: their rows are locked by those who change them, and are read far too often to be rewritten. */
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
