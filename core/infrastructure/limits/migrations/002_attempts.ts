import type { Knex } from 'knex';

/** Running attempts: the expiry of each claim in Unix milliseconds, by claim id. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table limit_counters add column claims jsonb not null default '{}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table limit_counters drop column claims');
}
