import type { Knex } from 'knex';

/** Indexes for lists of users by role and of locked users. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index users_roles on users using gin (roles)');
  await knex.raw('create index users_locked on users (id) where locked');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index users_locked');
  await knex.raw('drop index users_roles');
}
