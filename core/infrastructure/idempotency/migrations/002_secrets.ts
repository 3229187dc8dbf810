import type { Knex } from 'knex';

/**
 * Generated HMAC keys for digests of requests, shared by all replicas and rotated. Unused where the configuration has
 * keys.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table idempotency_secrets (
      id bigint primary key,
      secret text not null,
      created_at timestamptz not null
    )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table idempotency_secrets');
}
