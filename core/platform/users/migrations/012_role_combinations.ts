import type { Knex } from 'knex';

/** Index for lists of users by role, which are read by each combination of roles in the order of ids. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index if not exists users_of_roles on users (roles, id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index users_of_roles');
}
