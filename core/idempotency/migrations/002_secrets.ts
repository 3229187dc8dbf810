import type { Knex } from 'knex';

/** Generated keys of the digests, which all replicas share; used when the configuration has no keys. */
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
