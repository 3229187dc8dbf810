import { defineFailures } from 'lectern';

export const failures = defineFailures({
  sectionNotFound: [10, 404, 'There is no such settings section.'],
});
