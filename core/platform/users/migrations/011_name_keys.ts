import type { Knex } from 'knex';
import { fillNameKeys } from '../services/name_keys.ts';

/**
 * Adds the forms in which nicknames and real names are compared. The application computes them. A nickname without a
 * key is new, from a server of the previous version, or has the same key as an older account.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table users add column nickname_key text, add column truename_key text');
  await knex.raw('create index users_nickname_key_missing on users (id) where nickname_key is null');
  await knex.raw('create index users_nickname_key_value on users (nickname_key)');
  await fillNameKeys(knex);
  await knex.raw('create unique index users_nickname_key_key on users (nickname_key)');
  await knex.raw('drop index users_nickname_key_value');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index users_nickname_key_key');
  await knex.raw('drop index users_nickname_key_missing');
  await knex.raw('alter table users drop column nickname_key, drop column truename_key');
}
