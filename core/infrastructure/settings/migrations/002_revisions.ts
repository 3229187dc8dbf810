import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table settings add column revision bigint not null default 1 check (revision > 0)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table settings drop column revision');
}
