import { subscribe, use } from 'lectern';
import { Statistics } from '../services/statistics.ts';

/** Counts a submitted attempt in the statistics of its quiz. */
export default subscribe('quiz.attempt_submitted', () => {
  const statistics = use(Statistics);
  return ({ payload: { quizId, passed } }) => statistics.count(quizId, passed);
});
