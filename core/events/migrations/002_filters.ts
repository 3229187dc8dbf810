import type { Knex } from 'knex';

/** What the payload of an event has to hold, for a subscriber to be told of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table event_subscribers add column filter jsonb not null default '{}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table event_subscribers drop column filter');
}
