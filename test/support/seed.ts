import type { Services } from 'lectern';
import type { Database } from '../../core/infrastructure/database/index.ts';
import { gramsSql } from '../contract/large_tables/grams_sql.ts';

type Needs = Pick<Services, 'database'>;

/** Adds many rows, which resemble real ones in size and distribution. @param scale number of articles; other rows in proportion */
export async function seed({ database }: Needs, scale: number, articles = scale): Promise<void> {
  await seedUsers(database, Math.ceil(scale / 50));
  await seedArticles({ database }, articles);
  await database.transaction(() => seedCourses(database, Math.ceil(scale / 5)));
  await database.transaction(() => seedMembers(database, Math.ceil(scale / 100)));
  for (const table of ['users', 'course_sets', 'courses', 'item_bank_exercise_members']) {
    await database.raw('analyze ??', [table]);
    database.changed(table);
  }
}

/** Adds articles in the categories 1 to 9; every fiftieth is unpublished. */
export async function seedArticles({ database }: Needs, count: number): Promise<void> {
  await database.raw(
    `insert into articles
       (title, category_id, tag_ids, source, body, status, hits, sticky, user_id, published_at, created_at, updated_at)
     select 'Seeded article ' || n, n % 9 + 1, array[n % 5 + 1, (n + 1) % 5 + 1]::bigint[], 'Lectern',
       '<p>' || repeat('A sentence of an article. ', 40) || '</p>',
       case when n % 50 = 0 then 'unpublished' else 'published' end,
       n * 7919 % 100000, case when n % 10000 = 0 then 1 else 0 end, 3,
       case when n % 50 = 0 then null else moment end, moment, moment + (n * 31 % 1000) * interval '1 hour'
     from (select n, timestamptz '2020-01-01' + n * interval '20 minutes' as moment
           from generate_series(1::bigint, ?::bigint) as n) as numbered`,
    [count],
  );
  await database.raw('analyze articles');
  database.changed('articles');
}

/** Users without password, who cannot sign in. */
async function seedUsers(database: Database, count: number): Promise<void> {
  await database.raw(
    `insert into users (nickname, nickname_key, truename, truename_key, uuid, roles, search_grams)
     select name, name, 'Seeded', 'seeded', md5(name), '{ROLE_USER}', ${gramsSql("name || ' Seeded'")}
     from (select 'seeded' || coalesce(max(id), 0) + n as name from users, generate_series(1::bigint, ?::bigint) as n
           group by n) as named`,
    [count],
  );
}

/** Course sets with one course each; every fourth course has a membership level. */
async function seedCourses(database: Database, count: number): Promise<void> {
  const shared = 'status, category_id, student_num, hit_num, rating, recommended_seq, created_at, updated_at';
  const values = `case when n % 50 = 0 then 'draft' else 'published' end, n % 7, n * 31 % 1000, n * 7919 % 100000,
    n % 500 / 100.0, n % 1000, moment, moment + (n * 17 % 1000) * interval '1 hour'`;
  // The time in the title distinguishes the calls.
  const numbers = `(
    select n, 'Seeded course ' || to_char(now(), 'YYYYMMDDHH24MISSUS') || '-' || n as title, (n * 7 % 500) * 100 as price,
      case when n % 4 = 0 then n / 4 % 3 + 1 else 0 end as level,
      timestamptz '2020-01-01' + n * interval '90 minutes' as moment
    from generate_series(1::bigint, ?::bigint) as n
  ) as numbered`;
  await database.raw(
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
}

/** Members of each published exercise. */
async function seedMembers(database: Database, count: number): Promise<void> {
  await database.raw(
    `insert into item_bank_exercise_members (exercise_id, user_id, created_at)
     select exercises.id, someone.id, timestamptz '2020-01-01' + someone.id * interval '1 hour'
     from (select id from item_bank_exercises where status = 'published') as exercises,
       (select id from users order by id desc limit ?::bigint) as someone
     on conflict do nothing`,
    [count],
  );
  await database.raw(
    `update item_bank_exercises set student_num = (
       select count(*) from item_bank_exercise_members
       where exercise_id = item_bank_exercises.id and not locked and role = 'student')`,
  );
}
