import { defineFailures } from 'lectern';

export const failures = defineFailures({
  articleNotFound: [10, 404, 'There is no such article.'],
  categoryNotFound: [10, 404, 'There is no such category.'],
  wrongStatus: [14, 409, 'An article cannot go from the status it has to that one.'],
  codeTaken: [14, 409, 'Another category has this code.'],
  categoryInUse: [14, 409, 'The category has articles or categories below it; move them first.'],
});
