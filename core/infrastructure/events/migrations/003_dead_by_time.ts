import type { Knex } from 'knex';

/** Indexes for the open deliveries of a subscriber in the order in which they are due. */
export async function up(knex: Knex): Promise<void> {
  for (const state of ['pending', 'dead'])
    await knex.raw(
      `create index if not exists event_deliveries_${state}_due on event_deliveries (subscriber, due_at, id)
       where state = '${state}'`,
    );
  await knex.raw('drop index event_deliveries_pending');
  await knex.raw('drop index event_deliveries_dead');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `create index event_deliveries_pending on event_deliveries (subscriber, due_at) where state = 'pending'`,
  );
  await knex.raw(`create index event_deliveries_dead on event_deliveries (subscriber, id) where state = 'dead'`);
  for (const state of ['pending', 'dead']) await knex.raw(`drop index event_deliveries_${state}_due`);
}
