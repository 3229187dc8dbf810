import type { Knex } from 'knex';

/** Index with all columns that the list sorts by. Sorting by several columns then needs no table rows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index item_bank_exercises_listed on item_bank_exercises (status, id)
    include (created_at, updated_at, price, rating, student_num, recommended_seq)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index item_bank_exercises_listed');
}
