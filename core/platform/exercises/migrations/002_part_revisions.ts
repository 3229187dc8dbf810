import type { Knex } from 'knex';

const tables = ['item_bank_exercise_members', 'item_bank_exercise_modules'];

export async function up(knex: Knex): Promise<void> {
  for (const table of tables) {
    await knex.raw(`alter table ${table} add column revision bigint not null default 1 check (revision > 0)`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of tables) await knex.raw(`alter table ${table} drop column revision`);
}
