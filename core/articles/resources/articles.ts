import { accepts, fails, input, pageOf, paging, resource, returns, use } from 'lectern';
import type { Call, Caller, InputOf } from 'lectern';
import { failures } from '../failures.ts';
import { articleSorts } from '../services/article_sort.ts';
import type { Articles as ArticleService } from '../services/articles.ts';
import { article } from '../shapes/article.ts';

const MAX_OFFSET = 2_147_483_647;

const conditions = {
  sort: input.oneOf(articleSorts, { default: 'published', description: 'Order of the list.' }),
  categoryId: input.optional(input.idOrZero('Only articles of this category and those below it; 0 for all.')),
  start: input.optional(input.integer({ maximum: MAX_OFFSET, description: 'Another word for offset.' })),
  ...paging,
};

/** Articles, for whoever has signed in (specification, section 4, Articles). */
@resource('/articles')
export default class Articles {
  constructor(@use('articles') protected readonly articles: ArticleService) {}

  /** A page of articles; `start` is another word for `offset`. */
  @accepts(conditions)
  @returns(pageOf(article, { legacy: true }), 'public')
  async search({ input, user }: Call<object, InputOf<typeof conditions>>) {
    const { sort, categoryId = '0', limit, start: offset = input.offset } = input;
    return { ...(await this.articles.list({ manages: manages(user), sort, categoryId, offset, limit })), offset };
  }

  /** One article. @throws failures.articleNotFound */
  @fails(failures.articleNotFound)
  @returns(article, 'public')
  get({ params, user }: Call<{ id: string }>) {
    return this.articles.get(params.id, { manages: manages(user) });
  }
}

function manages({ permissions }: Caller): boolean {
  return permissions.has('admin_article');
}
