import type { Knex } from 'knex';

/** Keys of the digests, beside the configuration: replicas share them, and nothing else is made with them. */
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
