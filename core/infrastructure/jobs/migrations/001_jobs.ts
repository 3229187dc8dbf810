import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table jobs (
      name text primary key,
      due_at timestamptz not null,
      holder text,
      lease_until timestamptz,
      last_ended_at timestamptz,
      last_error text,
      check ((holder is null) = (lease_until is null))
    )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table jobs');
}
