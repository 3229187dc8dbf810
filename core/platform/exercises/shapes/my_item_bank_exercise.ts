import { field, shape } from 'lectern';
import { enrolmentFields } from '../../enrolments/index.ts';

/** An exercise that the user has joined. */
export const myItemBankExercise = shape('MyItemBankExercise').mode('public', {
  id: field.intString('Id of the exercise, for `/me/item_bank_exercises/{id}` too.'),
  cover: field.picture('Cover, or a default picture, as absolute URLs.', '/assets/exercises/cover.svg'),
  ...enrolmentFields,
});
