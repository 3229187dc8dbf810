import { input } from 'lectern';
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

const exerciseModule = {
  title: input.text({ description: 'Name.' }),
  type: input.oneOf(moduleTypes, { description: 'Whether it is practised by chapters or by assessments.' }),
  seq: place('Place in the exercise, lowest first.'),
  answerSceneId: input.optional(input.idOrZero('Id of the answer session, 0 for none.')),
};

/** What may be said of an exercise. */
export const newExercise = { ...exercise, status: firstStatus };
export const exerciseChange = {
  ...exercise,
  title: input.optional(exercise.title),
  questionBankId: input.optional(exercise.questionBankId),
  status: nextStatus,
};

/** What may be said of a module. */
export const newModule = exerciseModule;
export const moduleChange = {
  ...exerciseModule,
  title: input.optional(exerciseModule.title),
  type: input.optional(exerciseModule.type),
};
