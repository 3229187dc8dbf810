import type { Knex } from 'knex';

/** One row that the primary renews; how old it is on a read replica says how far behind the replica is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table database_heartbeats (
      name text primary key,
      beat_at timestamptz not null
    )`);
  await knex.raw(`insert into database_heartbeats (name, beat_at) values ('replicas', now())`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table database_heartbeats');
}
