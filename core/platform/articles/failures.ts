import { defineFailures } from 'lectern';

export const failures = defineFailures({
  articleNotFound: [10, 404, 'There is no such article.'],
  categoryNotFound: [10, 404, 'There is no such category.'],
  wrongStatus: [14, 409, 'An article in the trash cannot be published; set its status to unpublished first.'],
  codeTaken: [14, 409, 'Another category has this code; choose another one.'],
  tagNotFound: [10, 404, 'There is no such tag.'],
  tagNameTaken: [
    14,
    409,
    'Another tag has this name. Choose another one, or merge the tags: DELETE /article_tags/{id}?into={other id}.',
  ],
  categoryInUse: [14, 409, 'The category has articles or categories below it; move them first.'],
});
