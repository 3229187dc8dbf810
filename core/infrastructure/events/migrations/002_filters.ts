import type { Knex } from 'knex';

/** Adds the filter of a subscriber: values that the payload of an event must contain for a delivery. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table event_subscribers add column filter jsonb not null default '{}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table event_subscribers drop column filter');
}
