import { section, setting } from 'lectern/core';

export const quizSection = section('quiz', {
  attemptsAllowed: setting.intString('Number of attempts that a user has at each quiz.', 3, {
    minimum: 1,
    maximum: 100,
  }),
  passPercentage: setting.intString('Percentage of the points that passes a quiz.', 60, { minimum: 1, maximum: 100 }),
  openMinutes: setting.intString('Minutes from the start of an attempt to its end.', 60, {
    minimum: 1,
    maximum: 1_440,
  }),
});
