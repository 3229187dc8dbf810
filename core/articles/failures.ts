import { defineFailures } from 'lectern';

export const failures = defineFailures({
  articleNotFound: [10, 404, 'There is no such article.'],
});
