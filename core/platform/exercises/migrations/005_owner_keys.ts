import type { Knex } from 'knex';

const table = 'item_bank_exercise_members';

/**
 * Begins the primary key of members with the user, so that a distributed database can divide the table. The key
 * replaces the index for the exercises of a user.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create unique index if not exists ${table}_owner on ${table} (user_id, id)`);
  await knex.raw(`create index if not exists ${table}_id on ${table} (id)`);
  await knex.raw(`
    alter table ${table}
      drop constraint ${table}_pkey, add constraint ${table}_pkey primary key using index ${table}_owner`);
  await knex.raw(`drop index ${table}_of_user`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`create index ${table}_of_user on ${table} (user_id, id)`);
  await knex.raw(`alter table ${table} drop constraint ${table}_pkey, add constraint ${table}_pkey primary key (id)`);
  await knex.raw(`drop index ${table}_id`);
}
