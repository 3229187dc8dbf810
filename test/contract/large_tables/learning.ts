import { gramsSql } from './grams_sql.ts';
import { ADMIN, BEFORE, id, other, past, STUDENT, text, wordOf, type Rows } from './rows.ts';

const created_at = past;
const updated_at = `now() - (n * 7919::bigint % 100003) * interval '1 minute'`;
const price = 'n * 17 % 10007';
const vip_level_id = 'case when n % 20 < 3 then n % 20 + 1 else 0 end';
/** Many rows in each of a few categories, and few rows in category 777. */
const category_id = 'case when n % 2000 = 0 then 777 else n % 7 end';

const listed = {
  title: `'Lesson ' || n`,
  status: wordOf({ published: 80, draft: 10, closed: 10 }),
  student_num: 'n * 7919::bigint % 1009',
  recommended_seq: 'n * 31 % 503',
  created_at,
  updated_at,
};
const search_grams = gramsSql(`('Lesson ' || n)`);
const goods = { ...listed, category_id, search_grams };
const rating = 'n % 500 / 100.0';
const popular = {
  hit_num: 'n * 13 % 50021',
  rating,
  recommended_at: `case when n % 3 = 0 then now() - n * interval '1 hour' end`,
};

const byStudent = '(n % 499 = 0 and n < 20 * :size)';

/** Members of the goods of one kind, of which there are 20,000: a third belongs to the first goods. */
const members = (column: string): Rows => ({
  thousands: 50,
  columns: {
    [column]: `case when ${byStudent} or n % 3 > 0 then ${BEFORE} + n % (20 * :size) + 1 else 1 end`,
    user_id: `case when ${byStudent} then ${STUDENT} else ${id} end`,
    locked: 'n % 20 = 0',
    created_at,
  },
});

/** Tables of what is taught, and of its learners. */
export const learning: Readonly<Record<string, Rows>> = {
  articles: {
    thousands: 50,
    columns: {
      title: `'Article ' || n`,
      category_id,
      tag_ids: `array[${BEFORE} + n % 997]`,
      status: wordOf({ published: 80, unpublished: 15, trash: 5 }),
      published_at: past,
      hits: 'n * 13 % 50021',
      featured: '(n % 50 = 0)::int',
      promoted: '(n % 60 = 0)::int',
      sticky: '(n % 100 = 0)::int',
      user_id: String(ADMIN),
      created_at,
      updated_at,
    },
  },
  tags: { thousands: 10, columns: { id, name: `'tag ' || n`, search_grams: gramsSql(`('tag ' || n)`) } },
  course_sets: { thousands: 20, columns: { id, ...goods, ...popular, vip_level_ids: `array[${vip_level_id}]` } },
  courses: {
    thousands: 20,
    columns: {
      id,
      ...goods,
      ...popular,
      course_set_id: id,
      type: `case when n % 10 = 0 then 'live' else 'normal' end`,
      price,
      vip_level_id,
    },
  },
  course_members: members('course_id'),
  classrooms: { thousands: 20, columns: { id, ...goods, price, vip_level_id } },
  classroom_courses: {
    thousands: 20,
    columns: { classroom_id: `case when n % 100 = 0 then 1 else ${id} end`, course_id: id },
  },
  classroom_members: members('classroom_id'),
  item_bank_exercises: {
    thousands: 20,
    columns: { id, ...listed, title_grams: search_grams, question_bank_id: '1', price, rating },
  },
  item_bank_exercise_members: members('exercise_id'),
  item_bank_exercise_modules: {
    thousands: 20,
    columns: { exercise_id: id, title: text('Chapters'), type: text('chapter') },
  },
  quiz_quizzes: {
    thousands: 10,
    columns: {
      id,
      course_id: `case when n % 10 = 0 then 1 else ${id} end`,
      title: text('Quiz'),
      published: 'n % 100 > 9',
      created_at,
      updated_at,
    },
  },
  quiz_questions: {
    thousands: 20,
    columns: {
      quiz_id: `${BEFORE} + (n + 1) / 2`,
      seq: 'n % 2',
      text: text('Which?'),
      options: text('{a,b}'),
      answer: '1',
      points: '1',
    },
  },
  quiz_attempts: {
    thousands: 100,
    columns: {
      quiz_id: `case when n % 3 = 0 then ${BEFORE} + 100 else ${other(10)} end`,
      user_id: `case when n % 499 = 0 then ${STUDENT} else ${id} end`,
      number: 'n',
      state: wordOf({ submitted: 49, expired: 50, open: 1 }),
      score: 'case when n * 31 % 100 < 99 then 1 end',
      max_score: 'case when n * 31 % 100 < 99 then 1 end',
      passed: 'case when n * 31 % 100 < 99 then true end',
      started_at: past,
      closes_at: `${past} + interval '1 hour'`,
      submitted_at: `case when n * 31 % 100 < 49 then ${past} end`,
    },
  },
};
