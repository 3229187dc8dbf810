import type { Services } from 'lectern';
import { gramsOf, insertDemoRows } from '../../infrastructure/database/index.ts';

const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const FIRST_MEMBER = 9;
/** Id of the locked-out member of exercise 1; the members before it are not locked out. */
const LOCKED_MEMBER = 26;

const dayOf = (day: number) => new Date(FIRST_DAY + day * DAY_MS);

/** Demo exercises. Each sort order yields a different sequence. */
const exercises = [
  { title: 'Mathematics: equations', price: 9_90, rating: '4.50', members: 25, seq: 3, created: 20, changed: 41 },
  { title: 'English: irregular verbs', price: 15_00, rating: '0.00', members: 0, seq: 8, created: 35, changed: 36 },
  { title: 'Physics: mechanics', price: 12_50, rating: '3.20', members: 9, seq: 6, created: 5, changed: 60 },
  { title: 'First steps: try it for free', price: 0, rating: '4.95', members: 40, seq: 5, created: 10, changed: 44 },
  { title: 'Chemistry: 100% in theory', price: 29_00, rating: '3.75', members: 3, seq: 1, created: 28, changed: 30 },
  { title: '语文：古诗词', price: 5_00, rating: '4.10', members: 12, seq: 7, created: 15, changed: 50 },
  { title: 'Driving licence: theory', price: 49_90, rating: '2.80', members: 31, seq: 4, created: 31, changed: 33 },
  { title: 'Nursing: state examination', price: 19_90, rating: '4.80', members: 7, seq: 2, created: 12, changed: 38 },
] as const;

const statuses: Readonly<Record<number, string>> = { 2: 'draft', 3: 'closed' };

// One statement inserts all exercises, so all rows need the same columns.
const forever = { expiry_mode: 'forever', expiry_days: 0, expiry_start_at: null, expiry_end_at: null };

const expiries: Readonly<Record<number, object>> = {
  5: { expiry_mode: 'days', expiry_days: 90 },
  6: { expiry_mode: 'date', expiry_start_at: dayOf(15), expiry_end_at: dayOf(380) },
  7: { expiry_mode: 'end_date', expiry_end_at: dayOf(500) },
};

const modules = [
  { id: 1, exercise_id: 1, seq: 2, answer_scene_id: 101, title: 'Mock examinations', type: 'assessment' },
  { id: 2, exercise_id: 1, seq: 1, answer_scene_id: 102, title: 'Practice by chapters', type: 'chapter' },
  { id: 3, exercise_id: 1, seq: 3, answer_scene_id: 103, title: 'Papers of past years', type: 'assessment' },
  { id: 4, exercise_id: 4, seq: 1, answer_scene_id: 104, title: 'Practice by chapters', type: 'chapter' },
  { id: 5, exercise_id: 5, seq: 1, answer_scene_id: 105, title: 'Mock examinations', type: 'assessment' },
];

export default async function demo({ database }: Services): Promise<void> {
  await insertDemoRows(database, 'item_bank_exercises', exercises.map(exerciseRow));
  await insertDemoRows(database, 'item_bank_exercise_members', memberRows());
  await insertDemoRows(database, 'item_bank_exercise_modules', modules);
}

function exerciseRow(
  { title, price, rating, members, seq, created, changed }: (typeof exercises)[number],
  index: number,
) {
  const id = index + 1;
  const recommended = seq <= 4;
  const has = (type: string) => modules.some((module) => module.exercise_id === id && module.type === type);
  return {
    id,
    title,
    title_grams: gramsOf(title),
    seq: id,
    status: statuses[id] ?? 'published',
    chapter_enable: has('chapter'),
    assessment_enable: has('assessment'),
    question_bank_id: 200 + id,
    student_num: members,
    join_enable: id !== 3,
    is_free: price === 0,
    price,
    origin_price: price * 2,
    rating_num: Math.ceil(members / 2),
    rating,
    recommended,
    recommended_seq: seq,
    recommended_at: recommended ? dayOf(created + seq) : null,
    created_at: dayOf(created),
    updated_at: dayOf(changed),
    ...forever,
    ...expiries[id],
  };
}

/** Rows of members, first those of exercise 1, whose newest member is locked out. */
function memberRows() {
  const places = exercises.flatMap(({ members, created }, index) =>
    Array.from({ length: index === 0 ? LOCKED_MEMBER : members }, (_, place) => ({
      exercise: index + 1,
      place,
      created,
    })),
  );
  return places.map(({ exercise, place, created }, index) => ({
    id: index + 1,
    exercise_id: exercise,
    user_id: FIRST_MEMBER + place,
    locked: index + 1 === LOCKED_MEMBER,
    created_at: dayOf(created + place),
  }));
}
