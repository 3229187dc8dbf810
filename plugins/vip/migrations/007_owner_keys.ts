import type { Knex } from 'lectern/core';

/** Replaces a unique key without the user by an index, so that a distributed database can divide the table. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index if not exists vip_members_by_id on vip_members (id)');
  await knex.raw('drop index vip_members_id');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('create unique index vip_members_id on vip_members (id)');
  await knex.raw('drop index vip_members_by_id');
}
