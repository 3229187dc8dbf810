import { listOf, resource, returns, use, summary, type Call } from 'lectern';
import { articleCategoryTree } from '../shapes/article_category.ts';

@resource('/article_categories/tree')
export default class ArticleCategoryTree {
  protected readonly categories = use('articleCategories');

  @summary('Get the tree of article categories. Unpublished ones are shown to managers of articles only.')
  @returns(listOf(articleCategoryTree), 'public')
  search(call: Call) {
    return this.categories.tree({ manages: call.user.permissions.has('admin_article') }, call);
  }
}
