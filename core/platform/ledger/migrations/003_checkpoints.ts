import type { Knex } from 'knex';

/**
 * Checkpoint of the ledger check: the entries and transactions up to these ids were checked, and `ledger_checked_sums`
 * has the sums of these entries by account. `swept_entry` and `swept_account` are the places of the rolling part. No
 * foreign keys, because an audit must not depend on the rows that it checks.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ledger_checkpoints (
      id integer primary key default 1 check (id = 1),
      entry_id bigint not null default 0,
      transaction_id bigint not null default 0,
      entries bigint not null default 0,
      transactions bigint not null default 0,
      swept_entry bigint not null default 0,
      swept_account bigint not null default 0
    )`);
  await knex.raw('insert into ledger_checkpoints default values');
  await knex.raw('create table ledger_checked_sums (account_id bigint primary key, sum numeric not null)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table ledger_checked_sums');
  await knex.raw('drop table ledger_checkpoints');
}
