import { accepts, creates, fails, pageOf, paging, requires, resource, returns, revised, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { treeFailures, type TreeEditing } from '../../trees/index.ts';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { categoryChange, newCategory, type CategoryChange, type NewCategory } from '../inputs.ts';
import type { ArticleCategories as CategoryService } from '../services/article_categories.ts';
import { articleCategory } from '../shapes/article_category.ts';

/** Categories of articles (specification, section 4, Articles). */
@resource('/article_categories')
export default class ArticleCategories {
  constructor(
    @use('articleCategories') protected readonly categories: CategoryService,
    @use('categoryEditing') protected readonly editing: TreeEditing<CategoryChange>,
  ) {}

  /** Returns a page of the published categories, each followed by its descendants. */
  @accepts(paging)
  @returns(pageOf(articleCategory, { legacy: true }), 'public')
  search(call: Call<object, InputOf<typeof paging>>) {
    return this.categories.list({ ...call.input, manages: false }, call);
  }

  /** Returns a category; an unpublished one only for managers of articles. @throws failures.categoryNotFound */
  @fails(failures.categoryNotFound)
  @returns(articleCategory, 'public')
  async get(call: Call<{ id: string }>) {
    const { params, user, reply } = call;
    const found = await this.categories.get(params.id, { manages: user.permissions.has('admin_article') }, call);
    reply.revision(found.revision);
    return found;
  }

  /** Creates a category. @throws failures.codeTaken, treeFull, invalidParameter */
  @requires('admin_article')
  @accepts(newCategory)
  @creates
  @fails(failures.codeTaken, treeFailures.treeFull)
  @returns(articleCategory, 'public')
  async add({ input }: Call<object, NewCategory>) {
    return this.categories.get(await this.editing.add(input), { manages: true });
  }

  /** Changes the given fields. @throws failures.categoryNotFound, failures.codeTaken, preconditionFailed */
  @requires('admin_article')
  @accepts(categoryChange)
  @revised
  @fails(failures.categoryNotFound, failures.codeTaken)
  @returns(articleCategory, 'public')
  async update({ params: { id }, request, input }: Call<{ id: string }, CategoryChange>) {
    await this.editing.update({ id, seen: request.revisions }, input);
    return this.categories.get(id, { manages: true });
  }

  /**
   * Removes a category that has neither children nor articles.
   * @throws failures.categoryNotFound, failures.categoryInUse
   */
  @requires('admin_article')
  @revised
  @fails(failures.categoryNotFound, failures.categoryInUse)
  @returns(done, 'public')
  async remove({ params: { id }, request }: Call<{ id: string }>) {
    await this.editing.remove({ id, seen: request.revisions });
    return { success: true };
  }
}
