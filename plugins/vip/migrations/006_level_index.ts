import type { Knex } from 'knex';

/** Drops an index whose queries `vip_members_level_deadline` serves. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index vip_members_level_id');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('create index vip_members_level_id on vip_members (level_id)');
}
