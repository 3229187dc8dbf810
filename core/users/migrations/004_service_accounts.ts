import type { Knex } from 'knex';

/** Marks the accounts of applications, which lists of people leave out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table users add column service boolean not null default false');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop column service');
}
