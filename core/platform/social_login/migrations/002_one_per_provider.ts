import type { Knex } from 'knex';

/**
 * Permits one account per user and provider. A stored second account makes the migration fail; the error contains user
 * and provider.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create unique index user_bindings_user_id_provider on user_bindings (user_id, provider)');
  await knex.raw('drop index user_bindings_user_id');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('create index user_bindings_user_id on user_bindings (user_id)');
  await knex.raw('drop index user_bindings_user_id_provider');
}
