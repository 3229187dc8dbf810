import type { Knex } from 'knex';

/** `revision` grows with each change of a level. A change based on an older revision is rejected. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table vip_levels add column revision bigint not null default 1');
  // Removing a level checks whether a membership references it.
  await knex.raw('create index vip_members_level_id on vip_members (level_id)');
  await knex.raw('create index vip_member_history_level_id on vip_member_history (level_id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index vip_member_history_level_id');
  await knex.raw('drop index vip_members_level_id');
  await knex.raw('alter table vip_levels drop column revision');
}
