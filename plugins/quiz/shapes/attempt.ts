import { field, nested, shape } from 'lectern';
import { askedQuestion } from './question.ts';

export const attemptStates = ['open', 'submitted', 'expired'] as const;

export const attempt = shape('QuizAttempt')
  .mode('simple', {
    id: field.intString('Id, among all attempts.'),
    quizId: field.intString('Id of the quiz that is attempted.'),
    userId: field.intString('Id of the user who makes the attempt.'),
    number: field.int('Number of the attempt among those of the learner at the quiz, from 1.'),
    state: field.oneOf(attemptStates, 'State: open, submitted, or expired when it was left open until its end.'),
    startedTime: field.datetime('Time of the start, from which `openMinutes` of the settings count.'),
    closesTime: field.datetime('End; a later submission is refused.'),
    submittedTime: field.nullable(field.datetime('Time of the submission; null without one.')),
    score: field.nullable(field.int('Points of the right answers; null while it is open.')),
    maxScore: field.nullable(field.int('Points of all questions; null while it is open.')),
    passed: field.nullable(field.bool('Whether the score passes the quiz; null while it is open.')),
  })
  .mode('full', {
    questions: field.list(nested(askedQuestion, 'public', 'A question.'), 'The questions, in their order.'),
  });
