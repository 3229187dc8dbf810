import { field, shape } from 'lectern';
import { enrolmentFields } from '../../enrolments/index.ts';

/** An exercise that the user has joined. */
export const myItemBankExercise = shape('MyItemBankExercise').mode('public', {
  id: field.intString('Id of the exercise.'),
  cover: field.picture('Cover.', '/assets/exercises/cover.svg'),
  ...enrolmentFields,
});
