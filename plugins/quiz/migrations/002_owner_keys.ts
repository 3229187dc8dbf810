import type { Knex } from 'lectern/core';

/** Begins the primary key of attempts with the user, so that a distributed database can divide the table. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create unique index if not exists quiz_attempts_owner on quiz_attempts (user_id, id)');
  await knex.raw('create index if not exists quiz_attempts_id on quiz_attempts (id)');
  await knex.raw(`
    alter table quiz_attempts
      drop constraint quiz_attempts_pkey,
      add constraint quiz_attempts_pkey primary key using index quiz_attempts_owner`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table quiz_attempts
      drop constraint quiz_attempts_pkey, add constraint quiz_attempts_pkey primary key (id)`);
  await knex.raw('drop index quiz_attempts_id');
}
