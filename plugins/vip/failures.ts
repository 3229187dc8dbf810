import { defineFailures } from 'lectern';

export const failures = defineFailures({
  levelNotFound: [10, 404, 'There is no such membership level.'],
});
