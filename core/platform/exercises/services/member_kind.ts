import type { MemberKind } from '../../goods/index.ts';
import { failures, noExercise, noMember } from '../failures.ts';

export const exerciseMembers: MemberKind<'exerciseId'> = {
  targetType: 'item_bank_exercise',
  table: 'item_bank_exercise_members',
  parent: 'exerciseId',
  column: 'exercise_id',
  goods: 'item_bank_exercises',
  fields: { questionBankId: '(select question_bank_id from item_bank_exercises where id = exercise_id)' },
  hasExpiry: true,
  notFound: noExercise,
  noMember,
  alreadyMember: failures.alreadyMember,
};
