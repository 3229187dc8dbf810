import type { Knex } from 'knex';

/** Lock rows: concurrent changes of the same object lock the same row and run one after the other. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create table admin_log_locks (slot integer primary key)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table admin_log_locks');
}
