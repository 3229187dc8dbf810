import type { Knex } from 'knex';

const indexes = {
  courses_type: 'courses (status, type, created_at asc nulls first, id)',
  course_sets_type: 'course_sets (status, type, created_at asc nulls first, id)',
  classrooms_category_level: 'classrooms (status, category_id, vip_level_id)',
};

/** Indexes for lists of a rare type, and for the number of classrooms of a category that a membership covers. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    await knex.raw(`create index if not exists ${name} on ${columns}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(indexes)) await knex.raw(`drop index ${name}`);
}
