import { input, inputsOf, type InputOf } from 'lectern';
import { question } from './shapes/question.ts';
import { quiz } from './shapes/quiz.ts';

const more = ['description', 'audience', 'entrance', 'published'] as const;
export const newQuiz = inputsOf(quiz, ['title'], more);
export const quizChange = inputsOf(quiz, [], ['title', ...more]);

export const newQuestion = inputsOf(question, ['text', 'options', 'answer', 'points', 'seq']);
export const questionChange = inputsOf(question, [], ['text', 'options', 'answer', 'points', 'seq']);

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
