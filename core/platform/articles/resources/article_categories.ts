import { accepts, creates, fails, requires, resource, returns, revised, summary, type Call } from 'lectern';
import { downgrade, pageOf, paging, use } from 'lectern';
import { treeFailures } from '../../../infrastructure/trees/index.ts';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { categoryChange, newCategory, type CategoryChange, type NewCategory } from '../inputs.ts';
import { articleCategory } from '../shapes/article_category.ts';

/** Categories of articles (specification, section 4, Articles). */
@resource('/article_categories', { missing: failures.categoryNotFound })
export default class ArticleCategories {
  protected readonly categories = use('articleCategories');
  protected readonly editing = use('categoryEditing');

  @summary('List published article categories. Each is followed by its descendants.')
  @accepts(paging)
  @returns(downgrade(pageOf(articleCategory), { 1: { resources: 'data', total: 'total' } }), 'public')
  search(call: Call<object, typeof paging>) {
    return this.categories.list({ ...call.input, manages: false }, call);
  }

  @summary('Get an article category. Unpublished ones are shown to managers of articles only.')
  @returns(articleCategory, 'public')
  async get(call: Call<{ id: string }>) {
    const { params, user, reply } = call;
    const found = await this.categories.get(params.id, { manages: user.permissions.has('admin_article') }, call);
    reply.revision(found.revision);
    return found;
  }

  @summary('Create an article category')
  @requires('admin_article')
  @accepts(newCategory)
  @creates
  @fails(failures.codeTaken, treeFailures.treeFull)
  @returns(articleCategory, 'public')
  async add({ input }: Call<object, NewCategory>) {
    return this.categories.get(await this.editing.add(input), { manages: true });
  }

  @summary('Change an article category. Only the given fields change.')
  @requires('admin_article')
  @accepts(categoryChange)
  @revised
  @fails(failures.codeTaken)
  @returns(articleCategory, 'public')
  async update({ params: { id }, request, input }: Call<{ id: string }, CategoryChange>) {
    await this.editing.update({ id, seen: request.revisions }, input);
    return this.categories.get(id, { manages: true });
  }

  @summary('Remove an article category that has neither children nor articles')
  @requires('admin_article')
  @revised
  @fails(failures.categoryInUse)
  @returns(done, 'public')
  async remove({ params: { id }, request }: Call<{ id: string }>) {
    await this.editing.remove({ id, seen: request.revisions });
    return { success: true };
  }
}
