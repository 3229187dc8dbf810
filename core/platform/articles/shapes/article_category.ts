import { field, shape } from 'lectern';
import { treeOf } from '../../../infrastructure/trees/index.ts';

const fields = {
  id: field.intString('Id.'),
  name: field.text('Name for readers; several may have the same.'),
  code: field.text('Unique code, for addresses of pages.'),
  weight: field.intString('Position among the sibling categories, lowest first.'),
  publishArticle: field.intString('1 when articles may be published in the category.'),
  seoTitle: field.text('Title for search engines; "" for none.'),
  seoKeyword: field.text('Keywords for search engines, as one text; "" for none.'),
  seoDesc: field.text('Description for search engines; "" for none.'),
  published: field.intString('1 if lists show the category, 0 if only its managers see it.'),
  parentId: field.intString('Id of the parent category, 0 for none.'),
  createdTime: field.datetime('Time of creation.'),
  depth: field.intString('Level in the tree, 1 for an entry without a parent.'),
};

/** A category of articles (specification, section 2, Article category). */
export const articleCategory = shape('ArticleCategory').mode('public', fields);

/** A category of articles with the categories below it. */
export const articleCategoryTree = treeOf('ArticleCategoryTree', fields);
