import type { Knex } from 'knex';

/** Ids of the persons whose personal data an entry contains; null for entries that were not examined yet. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table admin_logs add column people bigint[]');
  await knex.raw('create index admin_logs_people on admin_logs using gin (people)');
  await knex.raw('create index admin_logs_unexamined on admin_logs (id) where people is null');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index admin_logs_people');
  await knex.raw('drop index admin_logs_unexamined');
  await knex.raw('alter table admin_logs drop column people');
}
