import type { Knex } from 'knex';

/** A captcha is solved by a check, then used once by the operation that requires it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table captchas add column used_at timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table captchas drop column used_at');
}
