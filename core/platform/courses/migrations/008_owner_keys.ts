import type { Knex } from 'knex';

const tables = ['course_members', 'classroom_members'];

/**
 * Begins the primary keys of members with the user, so that a distributed database can divide the tables. The keys
 * replace the indexes for the goods of a user.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of tables) {
    await knex.raw(`create unique index if not exists ${table}_owner on ${table} (user_id, id)`);
    await knex.raw(`create index if not exists ${table}_id on ${table} (id)`);
    await knex.raw(`
      alter table ${table}
        drop constraint ${table}_pkey, add constraint ${table}_pkey primary key using index ${table}_owner`);
    await knex.raw(`drop index ${table}_of_user`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of tables) {
    await knex.raw(`create index ${table}_of_user on ${table} (user_id, id)`);
    await knex.raw(`
      alter table ${table} drop constraint ${table}_pkey, add constraint ${table}_pkey primary key (id)`);
    await knex.raw(`drop index ${table}_id`);
  }
}
