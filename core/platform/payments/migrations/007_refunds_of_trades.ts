import type { Knex } from 'knex';

/** Index for the refund of a trade, and for the foreign key. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index if not exists refunds_trade_sn on refunds (trade_sn)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index refunds_trade_sn');
}
