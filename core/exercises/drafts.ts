import { input } from 'lectern';
import { expiryModes } from './services/exercise_expiry.ts';
import { exerciseStatuses, firstStatuses } from './services/exercise_status.ts';
import { memberRoles } from './services/member_roles.ts';
import { moduleTypes } from './shapes/item_bank_exercise_module.ts';

const MAX_INTEGER = 2_147_483_647;
const MAX_DAYS = 36_500;
// The end of the year 9999.
const MAX_SECONDS = 253_402_300_799;

const flag = (description: string) => input.optional(input.bool({ description }));
const place = (description: string) => input.optional(input.integer({ maximum: MAX_INTEGER, description }));
const time = (description: string) => input.optional(input.integer({ maximum: MAX_SECONDS, description }));

const amount = (description: string) => input.optional(input.money({ description }));

const exercise = {
  title: input.text({ description: 'Name.' }),
  cover: input.optional(
    input.object({ small: input.url(), middle: input.url(), large: input.url() }, 'Cover in three sizes.'),
  ),
  seq: place('Sequence number.'),
  chapterEnable: flag('Whether it can be practised by chapters.'),
  assessmentEnable: flag('Whether it can be practised by assessments.'),
  questionBankId: input.id('Id of the question bank.'),
  joinEnable: flag('Whether it can be joined.'),
  expiryMode: input.optional(
    input.oneOf(expiryModes, { description: 'How long a membership is valid; what the mode does not use is unset.' }),
  ),
  expiryDays: input.optional(input.integer({ maximum: MAX_DAYS, description: 'Days, for the mode days.' })),
  expiryStartDate: time('When the validity starts, in unix seconds, for the mode date.'),
  expiryEndDate: time('When the validity ends, in unix seconds, for the modes date and end_date.'),
  isFree: flag('Whether it is free; the price is 0 then.'),
  price: amount('Price.'),
  originPrice: amount('Price before any reduction.'),
  recommended: flag('Whether it is recommended.'),
  recommendedSeq: place('Place among the recommended ones.'),
};

const exerciseModule = {
  title: input.text({ description: 'Name.' }),
  type: input.oneOf(moduleTypes, { description: 'Whether it is practised by chapters or by assessments.' }),
  seq: place('Place in the exercise, lowest first.'),
  answerSceneId: input.optional(input.idOrZero('Id of the answer session, 0 for none.')),
};

const role = input.optional(input.oneOf(memberRoles, { description: 'Role in the exercise.' }));

/** What may be said of an exercise. */
export const newExercise = {
  ...exercise,
  status: input.optional(input.oneOf(firstStatuses, { description: 'Status; draft unless told.' })),
};
export const exerciseChange = {
  ...exercise,
  title: input.optional(exercise.title),
  questionBankId: input.optional(exercise.questionBankId),
  status: input.optional(input.oneOf(exerciseStatuses, { description: 'Status.' })),
};

/** What may be said of a module. */
export const newModule = exerciseModule;
export const moduleChange = {
  ...exerciseModule,
  title: input.optional(exerciseModule.title),
  type: input.optional(exerciseModule.type),
};

/** What may be said of a member. */
export const newMember = { userId: input.id('Who it is.'), role };
export const memberChange = { role, locked: flag('Whether the membership is locked.') };
