import { subscribe } from 'lectern';

/** Counts a submitted attempt in the statistics of its quiz. */
export default subscribe(
  'quiz.attempt_submitted',
  ({ quizStatistics }) =>
    ({ payload: { quizId, passed } }) =>
      quizStatistics.count(quizId, passed),
);
