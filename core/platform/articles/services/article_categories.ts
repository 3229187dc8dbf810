import type { Database } from '../../../infrastructure/database/index.ts';
import type { EditedTree, RowOf, TreeKind, TreeNodes } from '../../../infrastructure/trees/index.ts';
import { failures } from '../failures.ts';
import type { articleCategory } from '../shapes/article_category.ts';

/** Service that reads the tree of article categories. */
export type ArticleCategories = TreeNodes<RowOf<typeof articleCategory>>;

export const articleCategories: TreeKind & EditedTree = {
  table: 'article_categories',
  columns: { publishArticle: 'publish_article::integer', published: 'published::integer' },
  notFound: failures.categoryNotFound,
  inUse: failures.categoryInUse,
  codeTaken: failures.codeTaken,
  content: (database: Database, id) => database.table('articles').where('category_id', id).first('id'),
};
