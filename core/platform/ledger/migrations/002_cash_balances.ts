import type { Knex } from 'knex';

/** Indexes accounts with cash, which managers list for payouts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index accounts_with_cash on accounts (id) where kind = 'cash' and balance > 0`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index accounts_with_cash');
}
