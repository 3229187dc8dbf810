import type { Knex } from 'knex';

/** Counts the changes of e-mail address and mobile number: links and codes carry this version. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table users add column contacts_version integer not null default 1');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop column contacts_version');
}
