import type { Page, Services, SourceOfShape } from 'lectern';
import type { Database, Statement } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { article } from '../shapes/article.ts';
import { articleColumns } from './article_columns.ts';
import { articleOrders, type ArticleSort } from './article_sort.ts';

export type Article = SourceOfShape<typeof article, 'public'>;

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
  readonly categoryId?: string;
  readonly offset?: number;
  readonly limit?: number;
}

/** Reads articles. */
export class Articles {
  readonly #database: Database;
  readonly #one: Statement<Article & { status: string }, { id: string }>;
  readonly #pages = new Map<string, Statement<Article, ListParams>>();
  readonly #counts = new Map<string, Statement<{ total: string }, ListParams>>();

  constructor({ database }: Pick<Services, 'database'>) {
    this.#database = database;
    this.#one = database.statement((q, param) =>
      q('articles').select(articleColumns(q)).where('id', param('id')).limit(1),
    );
  }

  /** One article. Without `manages` only a published one. @throws failures.articleNotFound */
  async get(id: string, { manages }: { manages: boolean }): Promise<Article> {
    const found = await this.#one.first({ id });
    if (found && (manages || found.status === 'published')) return found;
    throw failures.articleNotFound();
  }

  /** A page of articles and how many there are. */
  async list({ manages, sort, categoryId, offset, limit }: ArticleQuery): Promise<Page<Article>> {
    const inCategory = categoryId !== '0';
    const variant = { manages, inCategory };
    const condition = inCategory ? { categoryId } : {};
    const [data, counted] = await Promise.all([
      this.#page(sort, variant).all({ ...condition, offset, limit }),
      this.#count(variant).first(condition),
    ]);
    return { data, total: Number(counted?.total ?? 0) };
  }

  #page(sort: ArticleSort, variant: Variant): Statement<Article, ListParams> {
    return remembered(this.#pages, `${sort} ${nameOf(variant)}`, () =>
      this.#database.statement((q, param) =>
        q('articles')
          .select(articleColumns(q))
          .whereRaw(conditionOf(variant), variant.inCategory ? [param('categoryId')] : [])
          .orderByRaw(`${articleOrders[sort]}, id desc`)
          .offset(param('offset'))
          .limit(param('limit')),
      ),
    );
  }

  #count(variant: Variant): Statement<{ total: string }, ListParams> {
    return remembered(this.#counts, nameOf(variant), () =>
      this.#database.statement((q, param) =>
        q('articles')
          .count({ total: '*' })
          .whereRaw(conditionOf(variant), variant.inCategory ? [param('categoryId')] : []),
      ),
    );
  }
}

function conditionOf({ manages, inCategory }: Variant): string {
  const status = manages ? 'true' : `status = 'published'`;
  return inCategory ? `${status} and category_id in (${descendants})` : status;
}

// The category itself and all below it.
const descendants = `
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
