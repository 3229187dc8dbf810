import type { Knex } from 'knex';
import { use, type Page, type SortKey, type SourceOfShape } from 'lectern';
import {
  listKeysOf,
  Pages,
  RowsById,
  withConditions,
  type ListKeys,
  type PagePlace,
  type ReadCall,
  type Write,
} from '../../../infrastructure/database/index.ts';
import { Subtrees } from '../../../infrastructure/trees/index.ts';
import { failures } from '../failures.ts';
import type { article } from '../shapes/article.ts';
import { articleColumns } from './article_columns.ts';
import { articleOrderOf, type ArticleSort } from './article_sort.ts';
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
  /** Named order, or sort keys of other modules; default: `published`. */
  readonly sort?: readonly SortKey<ArticleSort>[] | undefined;
  /** Restricts the list to this category and its descendants; "0" for all. */
  readonly categoryId: string;
  /** Adds SQL conditions, which can only narrow the list. */
  readonly where?: ((query: Knex.QueryBuilder) => void) | undefined;
}

const publishedFirst = [{ name: 'published', descending: false }] as const;

/**
 * Reads articles.
 *
 * @example
 * const article = await articles.get(id, { manages: false }, call);
 */
export class Articles {
  readonly #contributions = use('contributions');
  readonly #database = use('database');
  readonly #keys: () => readonly ListKeys[] = () => listKeysOf('articles', this.#contributions);
  readonly #pages = new Pages(this.#database, 'articles');
  readonly #subtrees = new Subtrees(this.#database, 'article_categories');
  readonly #byId: RowsById<Article & { id: string; status: string }> = new RowsById(this.#database, (q) =>
    q('articles').select(articleColumns(q)),
  );

  /** Finds unpublished articles only with `manages`. @throws failures.articleNotFound */
  async get(id: string, { manages }: { manages: boolean }, call?: ReadCall): Promise<Article> {
    const found = await this.#byId.find(id, call);
    if (found && (manages || found.status === 'published')) return found;
    throw failures.articleNotFound();
  }

  /** A page of articles, with the total when read by `offset`, or the next cursor when read by `after`. */
  async list(query: ArticleQuery, call?: ReadCall): Promise<Page<Article>> {
    const keys = this.#keys();
    const { manages, status, sort = publishedFirst, categoryId, where } = withConditions(keys, query);
    const inCategory = categoryId !== '0';
    // Ids instead of a subquery: with a list of known length, the database chooses a better query plan for the page.
    const categoryIds = inCategory ? await this.#subtrees.of(categoryId, call) : [];
    return this.#pages.read(
      {
        order: articleOrderOf(sort, keys),
        columns: articleColumns,
        found: articlesIn({ manages, status, inCategory, where }),
        values: { categoryIds, status },
        place: query,
        // Statements with conditions of other modules or several sort keys are not cached: their variants are rare or
        // numerous. Totals with such conditions are not cached either, because the conditions have no cache key.
        variant: where || sort.length > 1 ? undefined : `${manages} ${status} ${inCategory}`,
        list: where ? undefined : `${manages} ${status} ${categoryId}`,
      },
      call,
    );
  }
}

function articlesIn({
  manages,
  status,
  inCategory,
  where,
}: Pick<ArticleQuery, 'manages' | 'status' | 'where'> & { inCategory: boolean }): Write {
  return (q, value) => {
    const found = q('articles');
    if (!manages) found.whereRaw(`status = 'published'`);
    if (status !== undefined) found.where('status', value('status'));
    if (inCategory) found.whereRaw('category_id = any(?::bigint[])', [value('categoryIds')]);
    // In parentheses, so that an "or" of another module cannot widen the list.
    if (where) found.where((group) => where(group));
    return found;
  };
}
