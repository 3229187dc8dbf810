import { field, shape } from 'lectern';

/** A tag of articles. */
export const articleTag = shape('ArticleTag').mode('public', {
  id: field.intString('Id.'),
  name: field.text('Name, which no other tag has.'),
});
