import type { Knex } from 'knex';

/** Marks accounts of applications, which lists of people omit. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table users add column service boolean not null default false');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop column service');
}
