import { accepts, creates, fails, requires, resource, returns, revised, summary } from 'lectern';
import { downgrade, input, pageOf, use } from 'lectern';
import type { Call, Caller } from 'lectern';
import { keysetPaging, refuseOffset } from '../../../infrastructure/database/index.ts';
import { accountOf, done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { articleChange, newArticle, type ArticleChange, type NewArticle } from '../inputs.ts';
import { articleSorts } from '../services/article_sort.ts';
import { articleStates } from '../services/article_status.ts';
import { article } from '../shapes/article.ts';

const MAX_OFFSET = 2_147_483_647;

const conditions = {
  sort: input.sort([], { orders: articleSorts, default: 'published', list: 'articles' }),
  categoryId: input.optional(
    input.idOrZero({ description: 'Only articles of this category and of its descendants; 0 for all.' }),
  ),
  status: input.optional(
    input.oneOf(articleStates.names, {
      description: 'Only articles in this status, such as those in the trash; readers see published ones only.',
    }),
  ),
  start: input.optional(input.integer({ maximum: MAX_OFFSET, description: 'Alias of offset.' })),
  ...keysetPaging,
};

/** Articles, for signed-in callers (specification, section 4, Articles). */
@resource('/articles', { missing: failures.articleNotFound })
export default class Articles {
  protected readonly articles = use('articles');
  protected readonly editing = use('articleEditing');
  protected readonly hits = use('articleHits');

  @summary('List articles. Unpublished ones are shown to managers of articles only. `start` is an alias of `offset`.')
  @accepts(conditions)
  @returns(downgrade(pageOf(article), { 1: { resources: 'data', total: 'total' } }), 'public')
  async search(call: Call<object, typeof conditions>) {
    const { input, user } = call;
    const { categoryId = '0', start, ...wanted } = input;
    refuseOffset(wanted.after, 'start', start);
    const offset = start ?? input.offset;
    const query = { ...wanted, manages: manages(user), categoryId, offset };
    return { ...(await this.articles.list(query, call)), offset };
  }

  @summary('Get an article. Unpublished ones are shown to managers of articles only.')
  @returns(article, 'public')
  async get(call: Call<{ id: string }>) {
    const { params, user, request, reply } = call;
    const found = await this.articles.get(params.id, { manages: manages(user) }, call);
    // Requests of the console do not count as reads.
    if (request.header('x-console') === undefined) this.hits.count(found.id);
    reply.revision(found.revision);
    return found;
  }

  @summary('Create an article')
  @requires('admin_article')
  @accepts(newArticle)
  @creates
  @fails('article.publishing')
  @returns(article, 'public')
  add({ input, user }: Call<object, NewArticle>) {
    return this.editing.add(input, accountOf(user));
  }

  @summary('Change an article. Only the given fields change.')
  @requires('admin_article')
  @accepts(articleChange)
  @revised
  @fails(failures.wrongStatus, 'article.publishing')
  @returns(article, 'public')
  async update({ params: { id }, request, input }: Call<{ id: string }, ArticleChange>) {
    await this.editing.update({ id, seen: request.revisions }, input);
    return this.articles.get(id, { manages: true });
  }

  @summary('Move an article to the trash, or delete it from there')
  @requires('admin_article')
  @revised
  @returns(done, 'public')
  async remove({ params: { id }, request }: Call<{ id: string }>) {
    await this.editing.remove({ id, seen: request.revisions });
    return { success: true };
  }
}

function manages({ permissions }: Caller): boolean {
  return permissions.has('admin_article');
}
