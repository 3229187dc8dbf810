import type { Knex } from 'knex';

/** Index for the changes of a resource by one user. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index if not exists admin_logs_user_resource on admin_logs (user_id, resource, created_at, id)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index admin_logs_user_resource');
}
