import { input, resource, use } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { managedResource } from '../../goods/index.ts';
import { failures } from '../failures.ts';
import { exerciseChange, newExercise } from '../inputs.ts';
import { exerciseSorts } from '../services/exercises.ts';
import { itemBankExercise } from '../shapes/item_bank_exercise.ts';

const conditions = {
  sort: input.sort(exerciseSorts, {
    description: 'Order of the list; default: newest first.',
    list: 'item_bank_exercises',
  }),
  title: input.optional(
    input.text({ description: 'Only exercises whose title contains this text, in upper or lower case.' }),
  ),
  ...keysetPaging,
};

const managed = managedResource({
  summaries: {
    search: 'List question-bank exercises. Unpublished ones are shown to managers only.',
    get: 'Get a question-bank exercise. Unpublished ones are shown to managers only.',
    add: 'Create a question-bank exercise, a draft by default',
    update: 'Change a question-bank exercise. Only the given fields change.',
    remove: 'Remove a question-bank exercise that is a draft or has no members',
  },
  missing: failures.exerciseNotFound,
  fails: { update: [failures.wrongStatus], remove: [failures.exerciseInUse] },
  permission: 'admin_exercise',
  shape: itemBankExercise,
  filters: conditions,
  added: newExercise,
  changed: exerciseChange,
});

/** Question-bank exercises, readable without login (specification, section 4, Question-bank exercises). */
@resource('/item_bank_exercises')
export default class ItemBankExercises extends managed {
  protected readonly objects = use('exercises');
  protected readonly editing = use('exerciseEditing');
}
