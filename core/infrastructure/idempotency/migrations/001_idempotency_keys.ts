import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // `user_id` has no foreign key: rows live for a day, and the check would cost each payment a lookup.
  await knex.raw(`
    create table idempotency_keys (
      user_id bigint not null,
      key text not null,
      operation text not null,
      digest text not null,
      made text,
      answer jsonb,
      created_at timestamptz not null,
      primary key (user_id, key)
    )`);
  await knex.raw('create index idempotency_keys_created_at on idempotency_keys (created_at)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table idempotency_keys');
}
