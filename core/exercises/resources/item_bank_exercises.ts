import {
  cached,
  accepts,
  creates,
  fails,
  input,
  open,
  pageOf,
  requires,
  resource,
  returns,
  revised,
  use,
  summary,
} from 'lectern';
import type { Call, InputOf, OpenCall } from 'lectern';
import { keysetPaging } from '../../database/index.ts';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { exerciseChange, newExercise, type ExerciseChange, type NewExercise } from '../inputs.ts';
import { exerciseSorts } from '../services/exercise_list.ts';
import { itemBankExercise } from '../shapes/item_bank_exercise.ts';
import { visibilityOf } from '../visibility.ts';

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

/** Question-bank exercises, readable without login (specification, section 4, Question-bank exercises). */
@resource('/item_bank_exercises')
export default class ItemBankExercises {
  protected readonly exercises = use('exercises');
  protected readonly editing = use('exerciseEditing');

  @summary('List question-bank exercises. Unpublished ones are shown to managers only.')
  @open
  @cached(10)
  @accepts(conditions)
  @returns(pageOf(itemBankExercise), 'public')
  search(call: OpenCall<object, InputOf<typeof conditions>>) {
    return this.exercises.list({ ...call.input, ...visibilityOf(call.user) }, call);
  }

  @summary('Get a question-bank exercise. Unpublished ones are shown to managers only.')
  @open
  @cached(10)
  @fails(failures.exerciseNotFound)
  @returns(itemBankExercise, 'public')
  async get(call: OpenCall<{ id: string }>) {
    const { params, user, reply } = call;
    const found = await this.exercises.get(params.id, visibilityOf(user), call);
    reply.revision(found.revision);
    return found;
  }

  @summary('Create a question-bank exercise, a draft by default')
  @requires('admin_exercise')
  @accepts(newExercise)
  @creates
  @returns(itemBankExercise, 'public')
  async add({ input }: Call<object, NewExercise>) {
    return this.exercises.get(await this.editing.add(input), { manages: true });
  }

  @summary('Change a question-bank exercise. Only the given fields change.')
  @requires('admin_exercise')
  @accepts(exerciseChange)
  @revised
  @fails(failures.exerciseNotFound, failures.wrongStatus)
  @returns(itemBankExercise, 'public')
  async update({ params: { id }, request, input }: Call<{ id: string }, ExerciseChange>) {
    await this.editing.update({ id, seen: request.revisions }, input);
    return this.exercises.get(id, { manages: true });
  }

  @summary('Remove a question-bank exercise that is a draft or has no members')
  @requires('admin_exercise')
  @revised
  @fails(failures.exerciseNotFound, failures.exerciseInUse)
  @returns(done, 'public')
  async remove({ params: { id }, request }: Call<{ id: string }>) {
    await this.editing.remove({ id, seen: request.revisions });
    return { success: true };
  }
}
