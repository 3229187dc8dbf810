import { input, type InputOf } from 'lectern';

/** Callers who may attempt a quiz. */
export const audiences = ['everyone', 'students', 'members'] as const;

const quiz = {
  title: input.text({ maxLength: 200, description: 'Title, as plain text.' }),
  description: input.text({ maxLength: 5_000, minLength: 0, description: 'Description for learners, as plain text.' }),
  audience: input.oneOf(audiences, {
    description: 'Who may attempt the quiz: every user, students of the course, or users whose membership includes it.',
  }),
  entrance: input.bool({
    description: 'Whether users have to pass the quiz before they join the course; only for everyone.',
  }),
  published: input.bool({ description: 'Whether learners see the quiz.' }),
};

export const newQuiz = {
  title: quiz.title,
  description: input.optional(quiz.description),
  audience: input.optional(quiz.audience),
  entrance: input.optional(quiz.entrance),
  published: input.optional(quiz.published),
};

export const quizChange = { ...newQuiz, title: input.optional(quiz.title) };

const points = { minimum: 1, maximum: 100, description: 'Points for the right answer; a wrong one gives 0.' };
const seq = { maximum: 1_000, description: 'Position among the questions, lowest first.' };

export const newQuestion = {
  text: input.text({ maxLength: 2_000, description: 'Text of the question, as plain text.' }),
  options: input.list(input.text({ maxLength: 500 }), {
    maxItems: 10,
    description: 'Texts of the possible answers; two at least.',
  }),
  answer: input.integer({ minimum: 1, maximum: 10, description: 'Number of the right option, from 1.' }),
  points: input.integer({ ...points, default: 1 }),
  seq: input.integer({ ...seq, default: 0 }),
};

export const questionChange = {
  text: input.optional(newQuestion.text),
  options: input.optional(newQuestion.options),
  answer: input.optional(newQuestion.answer),
  points: input.optional(input.integer(points)),
  seq: input.optional(input.integer(seq)),
};

export const submission = {
  answers: input.list(
    input.object({
      questionId: input.id({ description: 'Id of the question, as the attempt shows it.' }),
      option: input.integer({ minimum: 1, maximum: 10, description: 'Number of the chosen option, from 1.' }),
    }),
    { maxItems: 100, description: 'The chosen options; a question without one counts as wrong.' },
  ),
};

export type NewQuiz = InputOf<typeof newQuiz>;
export type QuizChange = InputOf<typeof quizChange>;
export type NewQuestion = InputOf<typeof newQuestion>;
export type QuestionChange = InputOf<typeof questionChange>;
export type Submission = InputOf<typeof submission>;
