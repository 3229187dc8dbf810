import type { Knex } from 'knex';

/** Drops an index that no query uses: queries for the orders of goods name the user. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index orders_target');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('create index orders_target on orders (target_type, target_id)');
}
