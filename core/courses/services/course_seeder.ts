import { use } from 'lectern';
import { gramsSql, type Seeder } from '../../database/index.ts';

const SHARE = 5;

/** Seeds a course set with one course for every five units of `scale`; every fourth course has a membership level. */
export class CourseSeeder implements Seeder {
  readonly what = 'courses';
  readonly #database = use('database');

  async seed(scale: number): Promise<number> {
    const count = Math.ceil(scale / SHARE);
    await this.#database.transaction(async () => {
      await this.#database.raw(
        `with sets as (
           insert into course_sets (title, search_grams, ${shared}, min_course_price, max_course_price, vip_level_ids)
           select title, ${gramsSql('title')}, ${values}, price, price,
             case when level = 0 then '{}' else array[level]::bigint[] end
           from ${numbers}
           returning id, title
         )
         insert into courses (title, search_grams, ${shared}, course_set_id, price, origin_price, is_free, vip_level_id, max_rate)
         select title, ${gramsSql('title')}, ${values}, sets.id, price, price, price = 0, level, 50
         from ${numbers} join sets using (title)`,
        [count, count],
      );
    });
    for (const table of ['course_sets', 'courses']) {
      await this.#database.raw('analyze ??', [table]);
      this.#database.changed(table);
    }
    return count;
  }
}

const shared = 'status, category_id, student_num, hit_num, rating, recommended_seq, created_at, updated_at';

const values = `case when n % 50 = 0 then 'draft' else 'published' end, n % 7, n * 31 % 1000, n * 7919 % 100000,
  n % 500 / 100.0, n % 1000, moment, moment + (n * 17 % 1000) * interval '1 hour'`;

/** One row for each course; the time in the title distinguishes the runs of the seeder. */
const numbers = `(
  select n, 'Seeded course ' || to_char(now(), 'YYYYMMDDHH24MISSUS') || '-' || n as title, (n * 7 % 500) * 100 as price,
    case when n % 4 = 0 then n / 4 % 3 + 1 else 0 end as level,
    timestamptz '2020-01-01' + n * interval '90 minutes' as moment
  from generate_series(1::bigint, ?::bigint) as n
) as numbered`;
