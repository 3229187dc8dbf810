import type { Knex } from 'knex';

/** Adds the outcome of a refund that was made at the site of the payment platform. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(outcomesSql([...outcomes, 'refunded_outside']));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`delete from payment_notices where outcome = 'refunded_outside'`);
  await knex.raw(outcomesSql(outcomes));
}

const outcomes = ['paid', 'unknown', 'wrong_amount', 'wrong_gateway', 'unapplied'];

function outcomesSql(names: readonly string[]): string {
  return `
    alter table payment_notices
      drop constraint payment_notices_outcome_check,
      add constraint payment_notices_outcome_check check (outcome in (${names.map((name) => `'${name}'`).join(', ')}))`;
}
