import type { Knex } from 'knex';

const common = 'category_id, created_at, updated_at, recommended_seq, student_num';
const ofCourses = `${common}, type, recommended_at, hit_num, rating`;

const included = {
  courses: `${ofCourses}, vip_level_id, price`,
  course_sets: ofCourses,
  classrooms: `${common}, vip_level_id, price, title`,
};

/** Indexes with all columns that lists sort by. Sorting by several columns then needs no table rows. */
export async function up(knex: Knex): Promise<void> {
  for (const [table, columns] of Object.entries(included)) {
    await knex.raw(`create index ${table}_listed on ${table} (status, id) include (${columns})`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(included)) await knex.raw(`drop index ${table}_listed`);
}
