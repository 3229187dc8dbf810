import {
  cached,
  accepts,
  creates,
  fails,
  listOf,
  open,
  requires,
  resource,
  returns,
  revised,
  use,
  summary,
} from 'lectern';
import type { Call, Caller, OpenCall } from 'lectern';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { moduleChange, newModule, type ModuleChange, type NewModule } from '../inputs.ts';
import type { PartOfExercise } from '../services/exercises.ts';
import { itemBankExerciseModule } from '../shapes/item_bank_exercise_module.ts';

/** Modules of an exercise (specification, section 4, Question-bank exercises). */
@resource('/item_bank_exercises/{exerciseId}/modules')
export default class ItemBankExerciseModules {
  protected readonly exercises = use('exercises');
  protected readonly editing = use('exerciseModuleEditing');

  @summary('List the modules of a question-bank exercise, by position')
  @open
  @cached(10)
  @fails(failures.exerciseNotFound)
  @returns(listOf(itemBankExerciseModule), 'public')
  search(call: OpenCall<{ exerciseId: string }>) {
    return this.exercises.modules(call.params.exerciseId, visibleTo(call.user), call);
  }

  @summary('Get a module of a question-bank exercise')
  @open
  @cached(10)
  @fails(failures.exerciseNotFound, failures.moduleNotFound)
  @returns(itemBankExerciseModule, 'public')
  async get(call: OpenCall<PartOfExercise>) {
    const { params, user, reply } = call;
    const found = await this.exercises.module(params, visibleTo(user), call);
    reply.revision(found.revision);
    return found;
  }

  @summary('Add a module to a question-bank exercise')
  @requires('admin_exercise')
  @accepts(newModule)
  @creates
  @fails(failures.exerciseNotFound)
  @returns(itemBankExerciseModule, 'public')
  async add({ params: { exerciseId }, input }: Call<{ exerciseId: string }, NewModule>) {
    const id = await this.editing.add(exerciseId, input);
    return this.exercises.module({ exerciseId, id }, { status: 'any' });
  }

  @summary('Change a module of a question-bank exercise. Only the given fields change.')
  @requires('admin_exercise')
  @accepts(moduleChange)
  @revised
  @fails(failures.exerciseNotFound, failures.moduleNotFound)
  @returns(itemBankExerciseModule, 'public')
  async update({ params, request, input }: Call<PartOfExercise, ModuleChange>) {
    await this.editing.update({ ...params, seen: request.revisions }, input);
    return this.exercises.module(params, { status: 'any' });
  }

  @summary('Remove a module from a question-bank exercise')
  @requires('admin_exercise')
  @revised
  @fails(failures.exerciseNotFound, failures.moduleNotFound)
  @returns(done, 'public')
  async remove({ params, request }: Call<PartOfExercise>) {
    await this.editing.remove({ ...params, seen: request.revisions });
    return { success: true };
  }
}

/** Managers see the modules of every exercise, other callers those of published ones. */
function visibleTo(user: Caller | undefined) {
  return { status: user?.permissions.has('admin_exercise') ? 'any' : 'published' } as const;
}
