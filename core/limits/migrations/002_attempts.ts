import type { Knex } from 'knex';

/** Adds running attempts: a JSON object from the id of a claim to its end in unix milliseconds. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table limit_counters add column claims jsonb not null default '{}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table limit_counters drop column claims');
}
