import type { Knex } from 'knex';

/**
 * Table of the library rate-limiter-flexible, which dictates names and order of the columns. `expire` is in Unix
 * milliseconds.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table limit_counters (
      key varchar(255) primary key,
      points int4 not null check (points >= 0),
      expire int8 not null
    )`);
  await knex.raw('create index limit_counters_expire on limit_counters (expire)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table limit_counters');
}
