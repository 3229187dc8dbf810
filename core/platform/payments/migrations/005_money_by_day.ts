import type { Knex } from 'knex';

/** Indexes for payments, refunds and reports by day, and for reports by outcome. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index trades_paid_at on trades (paid_at) include (gateway, coins, cash) where status = 'paid'`,
  );
  await knex.raw('create index refunds_ended_at on refunds (ended_at)');
  await knex.raw('create index payment_notices_received_at on payment_notices (received_at)');
  await knex.raw('create index payment_notices_outcome on payment_notices (outcome, id)');
}

export async function down(knex: Knex): Promise<void> {
  for (const name of ['trades_paid_at', 'refunds_ended_at', 'payment_notices_received_at', 'payment_notices_outcome'])
    await knex.raw(`drop index ${name}`);
}
