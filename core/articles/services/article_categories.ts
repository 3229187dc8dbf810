import type { SourceOfShape } from 'lectern';
import type { Database } from '../../database/index.ts';
import type { EditedTree, TreeKind, TreeNodes } from '../../trees/index.ts';
import { failures } from '../failures.ts';
import type { articleCategory } from '../shapes/article_category.ts';

interface CategoryRow extends Omit<SourceOfShape<typeof articleCategory, 'public'>, 'depth'> {
  readonly id: string;
  readonly parentId: string;
  readonly revision: string;
}

/** The tree of article categories. */
export type ArticleCategories = TreeNodes<CategoryRow>;

export const articleCategories: TreeKind & EditedTree = {
  table: 'article_categories',
  columns: {
    id: 'id',
    name: 'name',
    code: 'code',
    weight: 'weight',
    publishArticle: 'publish_article::integer',
    seoTitle: 'seo_title',
    seoKeyword: 'seo_keyword',
    seoDesc: 'seo_desc',
    published: 'published::integer',
    parentId: 'parent_id',
    createdTime: 'created_at',
    revision: 'revision',
  },
  notFound: failures.categoryNotFound,
  inUse: failures.categoryInUse,
  codeTaken: failures.codeTaken,
  content: (database: Database, id) => database.table('articles').where('category_id', id).first('id'),
};
