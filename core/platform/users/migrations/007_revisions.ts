import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table users add column revision bigint not null default 1');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop column revision');
}
