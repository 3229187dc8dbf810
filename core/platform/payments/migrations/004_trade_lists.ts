import type { Knex } from 'knex';

const conditions = ['order_sn', 'status', 'gateway'];

/** Indexes for the list of all trades with one condition, newest first. */
export async function up(knex: Knex): Promise<void> {
  for (const column of conditions) await knex.raw(`create index trades_by_${column} on trades (${column}, id)`);
}

export async function down(knex: Knex): Promise<void> {
  for (const column of conditions) await knex.raw(`drop index trades_by_${column}`);
}
