import type { Services } from 'lectern';
import { insertDemoRows } from 'lectern/core';

const time = '2026-01-15T08:00:00+08:00';
const dates = { created_at: time, updated_at: time };

const quizzes = [
  { id: 1, course_id: 1, title: 'Quiz 1', description: 'For everyone', published: true, attempt_num: 1, passed_num: 1 },
  { id: 2, course_id: 1, title: 'Quiz 2', description: 'For students', audience: 'students', published: true },
  { id: 3, course_id: 13, title: 'Quiz 3', description: 'For members', audience: 'members', published: true },
  { id: 4, course_id: 2, title: 'Quiz 4', description: 'A draft' },
];

/** Demo data: quizzes for each audience and a draft, with three questions each, and a passed attempt of `user9`. */
export default async function demo({ database }: Services): Promise<void> {
  const rows = quizzes.map((quiz) => ({
    audience: 'everyone',
    published: false,
    attempt_num: 0,
    passed_num: 0,
    ...quiz,
    ...dates,
  }));
  await insertDemoRows(database, 'quiz_quizzes', rows);
  await insertDemoRows(
    database,
    'quiz_questions',
    quizzes.flatMap(({ id }) => questionsOf(id)),
  );
  await insertDemoRows(database, 'quiz_attempts', [passed]);
}

const passed = {
  id: 1,
  quiz_id: 1,
  user_id: 9,
  number: 1,
  state: 'submitted',
  answers: JSON.stringify({ 1: 1, 2: 1, 3: 3 }),
  score: 4,
  max_score: 6,
  passed: true,
  started_at: time,
  closes_at: '2026-01-15T09:00:00+08:00',
  submitted_at: '2026-01-15T08:20:00+08:00',
};

/** Questions with the right options 1, 2 and 3, for 1, 2 and 3 points. */
function questionsOf(quizId: number) {
  return [1, 2, 3].map((seq) => ({
    id: 3 * (quizId - 1) + seq,
    quiz_id: quizId,
    seq,
    text: `Question ${seq} of quiz ${quizId}`,
    options: ['One', 'Two', 'Three'],
    answer: seq,
    points: seq,
  }));
}
