import type { Knex } from 'knex';

/** Values that the payload of an event must contain to be delivered to the subscriber. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table event_subscribers add column filter jsonb not null default '{}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table event_subscribers drop column filter');
}
