import type { Knex } from 'knex';

/** Adds reason and end of the access of members. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table item_bank_exercise_members
      add column access text not null default 'granted' check (access in ('granted', 'bought', 'free', 'covered')),
      add column deadline timestamptz`);
  await knex.raw('create index item_bank_exercise_members_of_user on item_bank_exercise_members (user_id, id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index item_bank_exercise_members_of_user');
  await knex.raw('alter table item_bank_exercise_members drop column access, drop column deadline');
}
