import { field, nested, shape } from 'lectern';
import { user } from '../../users/index.ts';

/** A member of an exercise (specification, section 2, Member). */
export const itemBankExerciseMember = shape('ItemBankExerciseMember').mode('public', {
  id: field.intString('Id of the membership, which is not that of the user.'),
  exerciseId: field.intString('Id of the exercise.'),
  questionBankId: field.intString('Id of the question bank of the exercise.'),
  role: field.text('Role in the exercise: student or teacher.'),
  locked: field.bool('Whether a manager has locked the member out; lists leave such members out.'),
  user: nested(user, 'simple', 'The user who is the member.'),
});
