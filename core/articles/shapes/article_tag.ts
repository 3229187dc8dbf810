import { field, shape } from 'lectern';

export const articleTag = shape('ArticleTag').mode('public', {
  id: field.intString('Id.'),
  name: field.text('Name, which no other tag has.'),
});
