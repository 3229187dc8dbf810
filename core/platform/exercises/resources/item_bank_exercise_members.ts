import {
  cached,
  accepts,
  creates,
  fails,
  open,
  pageOf,
  paging,
  requires,
  resource,
  returns,
  revised,
  use,
  summary,
} from 'lectern';
import type { Call, InputOf, OpenCall } from 'lectern';
import { memberChange, membership, newMember } from '../../goods/index.ts';
import type { MemberChange, NewMember } from '../../goods/index.ts';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import type { PartOfExercise } from '../services/exercise_part.ts';
import { itemBankExerciseMember } from '../shapes/item_bank_exercise_member.ts';
import { visibilityOf } from '../visibility.ts';

/** Members of an exercise (specification, section 4, Question-bank exercises). */
@resource('/item_bank_exercises/{exerciseId}/members', { parameters: membership })
export default class ItemBankExerciseMembers {
  protected readonly exercises = use('exercises');
  protected readonly editing = use('exerciseMemberEditing');

  @summary('List the members of a question-bank exercise, newest first. Members who are locked out are left out.')
  @open
  @cached(10)
  @accepts(paging)
  @fails(failures.exerciseNotFound)
  @returns(pageOf(itemBankExerciseMember), 'public')
  search(call: OpenCall<{ exerciseId: string }, InputOf<typeof paging>>) {
    const { params, input: part, user } = call;
    return this.exercises.members(params.exerciseId, { ...visibilityOf(user), ...part }, call);
  }

  @summary('Get a member of a question-bank exercise. Members who are locked out are shown to managers only.')
  @open
  @cached(10)
  @fails(failures.exerciseNotFound, failures.memberNotFound)
  @returns(itemBankExerciseMember, 'public')
  async get(call: OpenCall<PartOfExercise>) {
    const { params, user, reply } = call;
    const found = await this.exercises.member(params, visibilityOf(user), call);
    reply.revision(found.revision);
    return found;
  }

  @summary('Add a member to a question-bank exercise')
  @requires('admin_exercise')
  @accepts(newMember)
  @creates
  @fails(failures.exerciseNotFound, failures.alreadyMember)
  @returns(itemBankExerciseMember, 'public')
  async add({ params: { exerciseId }, input }: Call<{ exerciseId: string }, NewMember>) {
    const id = await this.editing.add(exerciseId, input);
    return this.exercises.member({ exerciseId, id }, { manages: true });
  }

  @summary('Change a membership of a question-bank exercise. Only the given fields change.')
  @requires('admin_exercise')
  @accepts(memberChange)
  @revised
  @fails(failures.exerciseNotFound, failures.memberNotFound)
  @returns(itemBankExerciseMember, 'public')
  async update({ params, request, input }: Call<PartOfExercise, MemberChange>) {
    const { exerciseId: parentId, id } = params;
    await this.editing.update({ parentId, id, seen: request.revisions }, input);
    return this.exercises.member(params, { manages: true });
  }

  @summary('Remove a member from a question-bank exercise')
  @requires('admin_exercise')
  @revised
  @fails(failures.exerciseNotFound, failures.memberNotFound)
  @returns(done, 'public')
  async remove({ params: { exerciseId: parentId, id }, request }: Call<PartOfExercise>) {
    await this.editing.remove({ parentId, id, seen: request.revisions });
    return { success: true };
  }
}
