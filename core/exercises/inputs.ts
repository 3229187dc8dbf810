import { input, type InputOf } from 'lectern';
import { expiryFields, firstStatus, flag, goodsFields, nextStatus, place, priceFields } from '../goods/index.ts';
import { moduleTypes } from './shapes/item_bank_exercise_module.ts';

const exercise = {
  ...goodsFields,
  seq: place('Sequence number.'),
  chapterEnable: flag('Whether it can be practised by chapters.'),
  assessmentEnable: flag('Whether it can be practised by assessments.'),
  questionBankId: input.id('Id of the question bank.'),
  joinEnable: flag('Whether it can be joined.'),
  ...expiryFields,
  ...priceFields,
};

/** Input of a new module. */
export const newModule = {
  title: input.text({ description: 'Name.' }),
  type: input.oneOf(moduleTypes, { description: 'Whether it is practised by chapters or by assessments.' }),
  seq: place('Place in the exercise, lowest first.'),
  answerSceneId: input.optional(input.idOrZero('Id of the answer session, 0 for none.')),
};

/** Input of a new exercise. */
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
