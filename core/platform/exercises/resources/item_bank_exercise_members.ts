import { resource, use } from 'lectern';
import { memberResource, membership } from '../../goods/index.ts';
import { failures } from '../failures.ts';
import { itemBankExerciseMember } from '../shapes/item_bank_exercise_member.ts';

const ofMembers = memberResource({
  parent: 'exerciseId',
  goods: 'a question-bank exercise',
  permission: 'admin_exercise',
  open: true,
  shape: itemBankExerciseMember,
  notFound: failures.exerciseNotFound,
  memberNotFound: failures.memberNotFound,
  alreadyMember: failures.alreadyMember,
});

/** Members of an exercise (specification, section 4, Question-bank exercises). */
@resource('/item_bank_exercises/{exerciseId}/members', { parameters: membership })
export default class ItemBankExerciseMembers extends ofMembers {
  protected readonly goods = use('exercises');
  protected readonly members = use('exerciseMembers');
  protected readonly editing = use('exerciseMemberEditing');
}
