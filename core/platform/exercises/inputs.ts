import { input, type InputOf } from 'lectern';
import { expiryFields, firstStatus, flag, goodsFields, nextStatus, place, priceFields } from '../goods/index.ts';
import { moduleTypes } from './shapes/item_bank_exercise_module.ts';

const exercise = {
  ...goodsFields,
  seq: place('Sequence number for clients; lists are not ordered by it.'),
  chapterEnable: flag('Whether the exercise offers practice by chapters.'),
  assessmentEnable: flag('Whether the exercise offers practice by assessments.'),
  questionBankId: input.id({ description: 'Id of the question bank, which another system holds; it is not checked.' }),
  joinEnable: flag('Whether users can join the exercise.'),
  ...expiryFields,
  ...priceFields,
};

/** Body of `POST /item_bank_exercises/{exerciseId}/modules`; title and type are required. */
export const newModule = {
  title: input.text({ description: 'Title, as plain text.' }),
  type: input.oneOf(moduleTypes, { description: 'Kind of practice: chapters or assessments.' }),
  seq: place('Position in the exercise, lowest first.'),
  answerSceneId: input.optional(
    input.idOrZero({ description: 'Id of the answer session in the system of the question bank; 0 for none.' }),
  ),
};

/** Body of `POST /item_bank_exercises`; title and question bank are required. */
export const newExercise = { ...exercise, status: firstStatus };
export const exerciseChange = {
  ...exercise,
  title: input.optional(exercise.title),
  questionBankId: input.optional(exercise.questionBankId),
  status: nextStatus,
};

export const moduleChange = {
  ...newModule,
  title: input.optional(newModule.title),
  type: input.optional(newModule.type),
};

export type NewExercise = InputOf<typeof newExercise>;
export type ExerciseChange = InputOf<typeof exerciseChange>;
export type NewModule = InputOf<typeof newModule>;
export type ModuleChange = InputOf<typeof moduleChange>;
