import type { Knex } from 'knex';

/** Adds the time of use: an operation that requires a captcha uses up the captcha. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table captchas add column used_at timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table captchas drop column used_at');
}
