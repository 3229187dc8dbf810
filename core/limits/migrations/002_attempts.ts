import type { Knex } from 'knex';

/** Attempts under way: the end of each claim in unix milliseconds, by its id. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table limit_counters add column claims jsonb not null default '{}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table limit_counters drop column claims');
}
