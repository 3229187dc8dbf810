import { accepts, pageOf, paging, resource, returns, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import type { ArticleCategories as CategoryService } from '../services/article_categories.ts';
import { articleCategory } from '../shapes/article_category.ts';

/** Categories of articles (specification, section 4, Articles). */
@resource('/article_categories')
export default class ArticleCategories {
  constructor(@use('articleCategories') protected readonly categories: CategoryService) {}

  /** The published categories as a tree, depth first. */
  @accepts(paging)
  @returns(pageOf(articleCategory, { legacy: true }), 'public')
  search({ input: page }: Call<object, InputOf<typeof paging>>) {
    return this.categories.list(page);
  }
}
