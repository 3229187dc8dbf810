import { defineFailures } from 'lectern';

export const failures = defineFailures({
  noSuchMeal: [10, 404, 'There is no such meal.'],
});
