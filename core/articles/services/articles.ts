import type { Page, Services, SourceOfShape } from 'lectern';
import { Pages, ReadBatch, RowsById, type ReadCall, type Write } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { article } from '../shapes/article.ts';
import { articleColumns } from './article_columns.ts';
import { articleOrders, type ArticleSort } from './article_sort.ts';

export interface Article extends SourceOfShape<typeof article, 'public'> {
  readonly id: string;
  readonly revision: string;
}

/** Filters and position of a list of articles. */
export interface ArticleQuery {
  /** Includes articles of every status, not only published ones. */
  readonly manages: boolean;
  readonly sort: ArticleSort;
  /** Restricts to this category and its descendants; "0" for all. */
  readonly categoryId: string;
  readonly offset: number;
  readonly limit: number;
}

/** Reads articles. */
export class Articles {
  readonly #byId: RowsById<Article & { id: string; status: string }>;
  readonly #pages: Pages;
  /** Categories with their descendants. */
  readonly #families: ReadBatch<readonly string[]>;

  constructor({ database }: Pick<Services, 'database'>) {
    this.#pages = new Pages(database, 'articles');
    const families = database.statement<Family, { ids: readonly string[] }>((q, param) =>
      q.raw(familiesSql, [param('ids')]),
    );
    this.#families = new ReadBatch(database, async (ids, call) => {
      const rows = await families.all({ ids }, call);
      return new Map(rows.map(({ root, ids: family }) => [root, family]));
    });
    this.#byId = new RowsById(database, (q) => q('articles').select(articleColumns(q)));
  }

  /** One article; only a published one without `manages`. @throws failures.articleNotFound */
  async get(id: string, { manages }: { manages: boolean }, call?: ReadCall): Promise<Article> {
    const found = await this.#byId.find(id, call);
    if (found && (manages || found.status === 'published')) return found;
    throw failures.articleNotFound();
  }

  /** A page of articles and their total. */
  async list(query: ArticleQuery, call?: ReadCall): Promise<Page<Article>> {
    const { manages, sort, categoryId, offset, limit } = query;
    const inCategory = categoryId !== '0';
    // Read first, because the number of articles of a family decides the plan of the page.
    const categoryIds = inCategory ? ((await this.#families.find(categoryId, call)) ?? []) : [];
    const found = articlesIn({ manages, inCategory });
    return this.#pages.read(
      {
        page: pageOf(found, sort),
        count: (q, value) => found(q, value).count({ total: '*' }),
        values: { categoryIds, offset, limit },
        variant: `${sort} ${manages} ${inCategory}`,
        list: `${manages} ${categoryId}`,
      },
      call,
    );
  }
}

/** A category and the ids of itself and its descendants. */
interface Family {
  readonly root: string;
  readonly ids: readonly string[];
}

function articlesIn({ manages, inCategory }: { manages: boolean; inCategory: boolean }): Write {
  return (q, value) => {
    const found = q('articles');
    if (!manages) found.whereRaw(`status = 'published'`);
    if (inCategory) found.whereRaw('category_id = any(?::bigint[])', [value('categoryIds')]);
    return found;
  };
}

/** Selects the ids from an index first: rows skipped by a deep page are never read. */
function pageOf(found: Write, sort: ArticleSort): Write {
  const order = `${articleOrders[sort]}, id desc`;
  return (q, value) => {
    const ids = found(q, value).select('id').orderByRaw(order).offset(value('offset')).limit(value('limit'));
    return q('articles').select(articleColumns(q)).whereIn('id', ids).orderByRaw(order);
  };
}

const familiesSql = `
  with recursive family (root, id) as (
    select id, id from unnest(?::bigint[]) as asked (id)
    union
    select family.root, child.id from article_categories child join family on child.parent_id = family.id
  )
  select root, array_agg(id) as ids from family group by root`;
