import type { Knex } from 'knex';

/** Checks existing rows, in a step of its own, which does not block changes of accounts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table users validate constraint users_service_without_login');
}

export async function down(): Promise<void> {
  // Nothing to revert: the step before adds and drops the constraint.
}
