import type { Knex } from 'knex';

/** Rows to lock: recorded changes of one object lock the same slot, and so run one after the other. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create table admin_log_locks (slot integer primary key)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table admin_log_locks');
}
