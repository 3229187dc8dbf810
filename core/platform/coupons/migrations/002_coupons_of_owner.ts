import type { Knex } from 'knex';

/** Index for the coupons of an owner, such as all unclaimed ones, in a status. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index if not exists coupons_of_owner on coupons (user_id, status, id)');
  await knex.raw('drop index coupons_of_user');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('create index coupons_of_user on coupons (user_id, id)');
  await knex.raw('drop index coupons_of_owner');
}
