import type { Knex } from 'knex';

/** Heartbeat: a process renews the time of this single row on the primary. Read replicas receive the row with a lag. */
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
