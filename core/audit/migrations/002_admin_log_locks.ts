import type { Knex } from 'knex';

/** Rows that changes of the same object lock, so that they follow one another. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create table admin_log_locks (slot integer primary key)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table admin_log_locks');
}
