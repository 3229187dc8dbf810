import type { Knex } from 'knex';

/**
 * HMAC keys for digests of requests, shared by all replicas. They are rotated, and are therefore not in the
 * configuration.
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
