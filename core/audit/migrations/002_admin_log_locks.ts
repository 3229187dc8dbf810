import type { Knex } from 'knex';

/** Rows to lock: changes of one object lock its slot (`slotOf` in audit_trail.ts) and run one after the other. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create table admin_log_locks (slot integer primary key)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table admin_log_locks');
}
