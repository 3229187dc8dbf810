import { expiryColumns, forever, priceColumns, recommendationColumns } from '../../goods/index.ts';
import type { EditedGoods, Expiry, GoodsRow } from '../../goods/index.ts';
import { failures, noExercise } from '../failures.ts';
import { exerciseChange, type ExerciseChange } from '../inputs.ts';

export interface ExerciseToEdit extends GoodsRow, Expiry {
  readonly is_free: boolean;
  readonly recommended: boolean;
}

/** Exercises, for their managers. A draft is removed with its members, another exercise only without members. */
export const editedExercises: EditedGoods<ExerciseChange, ExerciseToEdit> = {
  table: 'item_bank_exercises',
  name: 'An exercise',
  grams: 'title_grams',
  input: exerciseChange,
  unsaid: { ...forever, status: 'draft', is_free: false, recommended: false },
  rules: (input, before, now) => ({
    ...recommendationColumns(input, before.recommended, now),
    ...priceColumns(input, before.is_free),
    ...expiryColumns(input, before),
  }),
  inUse: async (database, { id, status }) => {
    if (status === 'draft') return undefined;
    const member: unknown = await database.table('item_bank_exercise_members').where('exercise_id', id).first('id');
    if (!member) return undefined;
    return failures.exerciseInUse({ message: `Exercise ${id} is ${status} and has members; remove them first.` });
  },
  notFound: noExercise,
  wrongStatus: failures.wrongStatus,
};
