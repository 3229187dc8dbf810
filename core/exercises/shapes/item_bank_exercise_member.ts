import { field, nested, shape } from 'lectern';
import { user } from '../../users/index.ts';

/** A member of an exercise (specification, section 2, Member). */
export const itemBankExerciseMember = shape('ItemBankExerciseMember').mode('public', {
  id: field.intString('Id of the membership.'),
  exerciseId: field.intString('Id of the exercise.'),
  questionBankId: field.intString('Id of the question bank of the exercise.'),
  role: field.text('Role in the exercise: student or teacher.'),
  locked: field.bool('Whether the membership is locked.'),
  user: nested(user, 'simple', 'User.'),
});
