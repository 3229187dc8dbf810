import type { Knex } from 'knex';
import type { Page, Services, SourceOfShape } from 'lectern';
import type { ReadCall, Statement } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { articleCategory } from '../shapes/article_category.ts';

export interface ArticleCategory extends SourceOfShape<typeof articleCategory, 'public'> {
  readonly revision: string;
}

interface CategoryRow extends Omit<ArticleCategory, 'depth'> {
  readonly id: string;
  readonly parentId: string;
}

interface Part {
  readonly offset: number;
  readonly limit: number;
}

/** The tree of article categories. */
export class ArticleCategories {
  readonly #rows: Statement<CategoryRow>;

  constructor({ database }: Pick<Services, 'database'>) {
    this.#rows = database.statement((q) => q('article_categories').select(columns(q)).orderBy(['weight', 'id']));
  }

  /** One category; an unpublished category only with `manages`. @throws failures.categoryNotFound */
  async get(id: string, { manages }: { manages: boolean }, call?: ReadCall): Promise<ArticleCategory> {
    const found = depthFirst(await this.#rows.all({}, call)).find((category) => category.id === id);
    if (found && (manages || Number(found.published) === 1)) return found;
    throw failures.categoryNotFound();
  }

  /** A page of published categories, depth first, siblings by weight. Descendants of a hidden category stay visible. */
  async list({ offset, limit }: Part, call?: ReadCall): Promise<Page<ArticleCategory>> {
    const tree = depthFirst(await this.#rows.all({}, call)).filter(({ published }) => Number(published) === 1);
    return { data: tree.slice(offset, offset + limit), total: tree.length };
  }
}

function columns(q: Knex): Record<string, string> {
  const flag = (column: string) => q.raw(`${column}::integer`);
  return {
    id: 'id',
    name: 'name',
    code: 'code',
    weight: 'weight',
    publishArticle: flag('publish_article'),
    seoTitle: 'seo_title',
    seoKeyword: 'seo_keyword',
    seoDesc: 'seo_desc',
    published: flag('published'),
    parentId: 'parent_id',
    createdTime: 'created_at',
    revision: 'revision',
  } as never;
}

function depthFirst(rows: readonly CategoryRow[], parentId = '0', depth = 1): ArticleCategory[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .flatMap((row) => [{ ...row, depth }, ...depthFirst(rows, row.id, depth + 1)]);
}
