import type { Knex } from 'knex';

/**
 * Columns for refunds: each entry contains the membership before the order, and the number of days that the order
 * bought.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table vip_member_history
      add column level_before bigint,
      add column unit_before text check (unit_before in ('month', 'year')),
      add column days integer check (days >= 0),
      add column refunded_sn text unique`);
  await knex.raw('alter table vip_member_history drop constraint vip_member_history_action_check');
  await knex.raw(`
    alter table vip_member_history add constraint vip_member_history_action_check
      check (action in ('new', 'renew', 'upgrade', 'refund') and (action = 'refund') = (refunded_sn is not null))`);
}

/**
 * Entries of refunds become renewals. Without them, the deadlines of later entries would not match the earlier ones.
 */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table vip_member_history drop constraint vip_member_history_action_check');
  await knex.raw(`update vip_member_history set action = 'renew' where action = 'refund'`);
  await knex.raw(`
    alter table vip_member_history add constraint vip_member_history_action_check
      check (action in ('new', 'renew', 'upgrade'))`);
  await knex.raw(`
    alter table vip_member_history
      drop column level_before, drop column unit_before, drop column days, drop column refunded_sn`);
}
