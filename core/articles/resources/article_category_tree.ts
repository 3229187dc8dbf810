import { listOf, resource, returns, use } from 'lectern';
import type { Call } from 'lectern';
import type { ArticleCategories } from '../services/article_categories.ts';
import { articleCategoryTree } from '../shapes/article_category.ts';

/** Tree of the article categories. */
@resource('/article_categories/tree')
export default class ArticleCategoryTree {
  constructor(@use('articleCategories') protected readonly categories: ArticleCategories) {}

  /** Returns the top categories with their descendants; only managers of articles get unpublished ones. */
  @returns(listOf(articleCategoryTree), 'public')
  search(call: Call) {
    return this.categories.tree({ manages: call.user.permissions.has('admin_article') }, call);
  }
}
