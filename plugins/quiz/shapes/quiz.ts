import { field, shape } from 'lectern';

/** Callers who may attempt a quiz. */
export const audiences = ['everyone', 'students', 'members'] as const;

export const quiz = shape('Quiz').mode('public', {
  id: field.intString('Id.'),
  courseId: field.intString('Id of the course.'),
  title: field.text('Title, as plain text.', { maxLength: 200 }),
  description: field.text('Description for learners, as plain text; "" for none.', {
    minLength: 0,
    maxLength: 5_000,
  }),
  audience: field.oneOf(
    audiences,
    'Who may attempt the quiz: every user, students of the course, or users whose membership includes it.',
  ),
  entrance: field.bool('Whether users have to pass the quiz before they join the course; only for everyone.'),
  published: field.bool('Whether learners see the quiz.'),
  questionNum: field.int('Number of questions; 0 for a new quiz.'),
  points: field.int('Points of all questions together.'),
  attemptNum: field.int('Number of submitted attempts.'),
  passedNum: field.int('Number of submitted attempts that passed.'),
  createdTime: field.datetime('Time of creation.'),
  updatedTime: field.datetime('Time of the last change.'),
});
