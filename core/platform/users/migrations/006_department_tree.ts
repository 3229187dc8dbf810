import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table departments
      add column weight integer not null default 0,
      add column parent_id bigint not null default 0,
      add column created_at timestamptz not null default now(),
      add column revision bigint not null default 1`);
  await knex.raw('create index departments_parent_id on departments (parent_id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index departments_parent_id');
  await knex.raw(`
    alter table departments drop column weight, drop column parent_id, drop column created_at, drop column revision`);
}
