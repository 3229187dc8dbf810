import { field, listOf, resource, returns, shape, use } from 'lectern';
import type { Call } from 'lectern';

const meal = shape('Meal').mode('public', { title: field.text('What there is.') });

/** Meals of the user who has signed in. */
@resource('/me/meals')
export default class MyMeals {
  protected readonly meals = use('meals');

  /** Those that are paid, in the order of purchase. */
  @returns(listOf(meal), 'public')
  search({ user }: Call) {
    return this.meals.of(user.id);
  }
}
