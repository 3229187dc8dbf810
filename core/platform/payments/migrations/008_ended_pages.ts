import type { Knex } from 'knex';

/** Index for the job that empties the payment pages of ended trades. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index if not exists trades_ended_pages on trades (created_at)
     where begun is not null and status in ('paid', 'closed')`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index trades_ended_pages');
}
