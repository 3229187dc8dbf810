import { field, resource, shape, use } from 'lectern';
import { enrolmentFields, joinedResource } from '../../enrolments/index.ts';
import { failures } from '../failures.ts';

/** An exercise that the user has joined. */
const myItemBankExercise = shape('MyItemBankExercise').mode('public', {
  id: field.intString('Id of the exercise, for `/me/item_bank_exercises/{id}` too.'),
  cover: field.picture('Cover, or a default picture, as absolute URLs.', '/assets/exercises/cover.svg'),
  ...enrolmentFields,
});

const joined = joinedResource({
  parent: 'exerciseId',
  goods: 'question-bank exercise',
  shape: myItemBankExercise,
  notFound: failures.exerciseNotFound,
});

@resource('/me/item_bank_exercises')
export default class MyItemBankExercises extends joined {
  protected readonly enrolments = use('exerciseEnrolments');
}
