import type { Page, Services, SourceOfShape } from 'lectern';
import { Pages, RowsById, type PagePlace, type ReadCall, type Write } from '../../database/index.ts';
import { Subtrees } from '../../trees/index.ts';
import { failures } from '../failures.ts';
import type { article } from '../shapes/article.ts';
import { articleColumns } from './article_columns.ts';
import { articleOrders, type ArticleSort } from './article_sort.ts';
import type { ArticleStatus } from './article_status.ts';

export interface Article extends SourceOfShape<typeof article, 'public'> {
  readonly id: string;
  readonly revision: string;
}

/** Conditions, order and position of a page of articles. */
export interface ArticleQuery extends PagePlace {
  /** Includes articles of every status, not only published ones. */
  readonly manages: boolean;
  /** Restricts the list to this status. */
  readonly status?: ArticleStatus | undefined;
  readonly sort: ArticleSort;
  /** Restricts the list to this category and its descendants; "0" for all. */
  readonly categoryId: string;
}

/** Reads articles. */
export class Articles {
  readonly #byId: RowsById<Article & { id: string; status: string }>;
  readonly #pages: Pages;
  readonly #subtrees: Subtrees;

  constructor({ database }: Pick<Services, 'database'>) {
    this.#pages = new Pages(database, 'articles');
    this.#subtrees = new Subtrees(database, 'article_categories');
    this.#byId = new RowsById(database, (q) => q('articles').select(articleColumns(q)));
  }

  /** One article; an unpublished article only with `manages`. @throws failures.articleNotFound */
  async get(id: string, { manages }: { manages: boolean }, call?: ReadCall): Promise<Article> {
    const found = await this.#byId.find(id, call);
    if (found && (manages || found.status === 'published')) return found;
    throw failures.articleNotFound();
  }

  /** A page of articles, with the total when read by `offset`, or the next cursor when read by `after`. */
  async list(query: ArticleQuery, call?: ReadCall): Promise<Page<Article>> {
    const { manages, status, sort, categoryId } = query;
    const inCategory = categoryId !== '0';
    // Ids instead of a subquery: with a list of known length, the database chooses a better query plan for the page.
    const categoryIds = inCategory ? await this.#subtrees.of(categoryId, call) : [];
    return this.#pages.read(
      {
        order: articleOrders[sort],
        columns: articleColumns,
        found: articlesIn({ manages, status, inCategory }),
        values: { categoryIds, status },
        place: query,
        variant: `${manages} ${status} ${inCategory}`,
        list: `${manages} ${status} ${categoryId}`,
      },
      call,
    );
  }
}

function articlesIn({
  manages,
  status,
  inCategory,
}: Pick<ArticleQuery, 'manages' | 'status'> & { inCategory: boolean }): Write {
  return (q, value) => {
    const found = q('articles');
    if (!manages) found.whereRaw(`status = 'published'`);
    if (status !== undefined) found.where('status', value('status'));
    if (inCategory) found.whereRaw('category_id = any(?::bigint[])', [value('categoryIds')]);
    return found;
  };
}
