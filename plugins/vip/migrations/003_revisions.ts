import type { Knex } from 'knex';

/** Revisions of levels. Each change increments the revision, so that a client cannot overwrite an unread change. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table vip_levels add column revision bigint not null default 1');
  // The removal of a level searches for its members.
  await knex.raw('create index vip_members_level_id on vip_members (level_id)');
  await knex.raw('create index vip_member_history_level_id on vip_member_history (level_id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index vip_member_history_level_id');
  await knex.raw('drop index vip_members_level_id');
  await knex.raw('alter table vip_levels drop column revision');
}
