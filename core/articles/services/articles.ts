import type { Page, Services, SourceOfShape } from 'lectern';
import { RowsById, SharedCount, type Database, type ReadCall, type Statement } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { article } from '../shapes/article.ts';
import { articleColumns } from './article_columns.ts';
import { articleOrders, type ArticleSort } from './article_sort.ts';

export interface Article extends SourceOfShape<typeof article, 'public'> {
  readonly id: string;
  readonly revision: string;
}

/** Which articles are wanted, and which part of them. */
export interface ArticleQuery {
  /** Sees articles of every status, not only published ones. */
  readonly manages: boolean;
  readonly sort: ArticleSort;
  /** Only those in this category or below it; "0" for all. */
  readonly categoryId: string;
  readonly offset: number;
  readonly limit: number;
}

interface Variant {
  readonly manages: boolean;
  readonly inCategory: boolean;
}

interface ListParams {
  readonly categoryIds?: readonly string[];
  readonly offset?: number;
  readonly limit?: number;
}

/** Reads articles. */
export class Articles {
  readonly #database: Database;
  readonly #byId: RowsById<Article & { id: string; status: string }>;
  readonly #pages = new Map<string, Statement<Article, ListParams>>();
  readonly #totals: SharedCount;
  readonly #counts = new Map<string, Statement<{ total: string }, ListParams>>();
  readonly #family: Statement<{ id: string }, { id: string }>;

  constructor({ database }: Pick<Services, 'database'>) {
    this.#database = database;
    this.#totals = new SharedCount(database, 'articles');
    this.#family = database.statement((q, param) => q.raw(familySql, [param('id')]));
    this.#byId = new RowsById(database, (q) => q('articles').select(articleColumns(q)));
  }

  /** One article. Without `manages` only a published one. @throws failures.articleNotFound */
  async get(id: string, { manages }: { manages: boolean }, call?: ReadCall): Promise<Article> {
    const found = await this.#byId.find(id, call);
    if (found && (manages || found.status === 'published')) return found;
    throw failures.articleNotFound();
  }

  /** A page of articles and how many there are. */
  async list(query: ArticleQuery, call?: ReadCall): Promise<Page<Article>> {
    const { manages, sort, categoryId, offset, limit } = query;
    const inCategory = categoryId !== '0';
    const variant = { manages, inCategory };
    const condition = inCategory ? { categoryIds: await this.#familyOf(categoryId, call) } : {};
    const count = async () => {
      const counted = await this.#count(variant).first(condition, call);
      return Number(counted?.total ?? 0);
    };
    const [data, total] = await Promise.all([
      this.#page(sort, variant).all({ offset, limit, ...condition }, call),
      this.#totals.of(`${nameOf(variant)} ${categoryId}`, count, call),
    ]);
    return { data, total };
  }

  /** A category and all below it. They are read first: how many articles they have decides on the way to a page. */
  async #familyOf(id: string, call: ReadCall | undefined): Promise<string[]> {
    return (await this.#family.all({ id }, call)).map((category) => category.id);
  }

  #page(sort: ArticleSort, variant: Variant): Statement<Article, ListParams> {
    return remembered(this.#pages, `${sort} ${nameOf(variant)}`, () =>
      this.#database.statement((q, param) => {
        const order = `${articleOrders[sort]}, id desc`;
        // Finds the ids in an index first: what a deep page skips is never read.
        const ids = q('articles')
          .select('id')
          .whereRaw(conditionOf(variant), variant.inCategory ? [param('categoryIds')] : [])
          .orderByRaw(order)
          .offset(param('offset'))
          .limit(param('limit'));
        return q('articles').select(articleColumns(q)).whereIn('id', ids).orderByRaw(order);
      }),
    );
  }

  #count(variant: Variant): Statement<{ total: string }, ListParams> {
    return remembered(this.#counts, nameOf(variant), () =>
      this.#database.statement((q, param) =>
        q('articles')
          .count({ total: '*' })
          .whereRaw(conditionOf(variant), variant.inCategory ? [param('categoryIds')] : []),
      ),
    );
  }
}

function conditionOf({ manages, inCategory }: Variant): string {
  const status = manages ? 'true' : `status = 'published'`;
  return inCategory ? `${status} and category_id = any(?::bigint[])` : status;
}

const familySql = `
  with recursive family (id) as (
    select ?::bigint
    union
    select child.id from article_categories child join family on child.parent_id = family.id
  )
  select id from family`;

function nameOf({ manages, inCategory }: Variant): string {
  return `${manages ? 'every status' : 'published'}${inCategory ? ' in category' : ''}`;
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
