import type { Knex } from 'knex';

/** The primary updates this single row regularly. Its age on a read replica is the replication lag. */
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
