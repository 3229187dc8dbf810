import { field, shape } from 'lectern';

const asked = {
  id: field.intString('Id.'),
  seq: field.int('Position among the questions, lowest first.', { maximum: 1_000, default: 0 }),
  text: field.text('Text of the question, as plain text.', { maxLength: 2_000 }),
  options: field.list(field.text('Text of an option.', { maxLength: 500 }), 'Possible answers, numbered from 1.', {
    maxItems: 10,
  }),
  points: field.int('Points for the right answer; a wrong one gives 0.', { minimum: 1, maximum: 100, default: 1 }),
};

/** A question with its right answer, for managers. */
export const question = shape('QuizQuestion').mode('public', {
  ...asked,
  answer: field.int('Number of the right option, from 1.', { minimum: 1, maximum: 10 }),
});

/** A question of an attempt, without the right answer. */
export const askedQuestion = shape('AskedQuestion').mode('public', {
  ...asked,
  chosen: field.nullable(field.int('Number of the submitted option; null for none.')),
  correct: field.nullable(field.bool('Whether the submitted option is right; null before the submission.')),
});
