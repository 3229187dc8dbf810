import { use, type Page, type Shape } from 'lectern';
import {
  columnsOfShape,
  listKeysOf,
  Pages,
  RowsById,
  selected,
  type ReadCall,
  type Statement,
} from '../../../infrastructure/database/index.ts';
import { Subtrees } from '../../../infrastructure/trees/index.ts';
import type { GoodsSort, Revised, TypedGoodsQuery, Visible } from './goods_query.ts';
import { pageQueryOf, statusesOf, type GoodsKind } from './goods_statements.ts';

interface Visibility {
  readonly status: Visible;
}

/** A kind of goods, with its columns as in `columnsOfShape`. */
interface GoodsTerms extends Omit<GoodsKind, 'columns'> {
  readonly shape: Shape;
  readonly other?: Readonly<Record<string, string>>;
  readonly computed?: readonly string[];
}

type GoodsOfTable = Revised & { readonly status: string };

/**
 * Reads the goods of one kind.
 *
 * @example
 * const course = await courses.get(courseId, { status: 'published' }, call);
 */
export abstract class GoodsReader<
  Goods extends Row,
  Sort extends GoodsSort,
  Type extends string = never,
  Row extends GoodsOfTable = Goods,
> {
  readonly #contributions = use('contributions');
  readonly #database = use('database');
  readonly #kind: GoodsKind;
  readonly #byId: RowsById<Row>;
  readonly #exists: Statement<object, { id: string; statuses: readonly string[] }>;
  readonly #pages: Pages;
  readonly #subtrees: Subtrees | undefined;

  constructor({ shape, other, computed, ...kind }: GoodsTerms) {
    const { table, categories } = kind;
    const columns = columnsOfShape(shape, { revision: 'revision', ...other }, computed);
    this.#kind = { ...kind, columns };
    this.#subtrees = categories === undefined ? undefined : new Subtrees(this.#database, categories);
    this.#pages = new Pages(this.#database, table);
    this.#byId = new RowsById(this.#database, (q) => q(table).select(selected(q, columns)));
    this.#exists = this.#database.statement(
      `select id from ${table} where id = :id and status = any(:statuses) limit 1`,
    );
  }

  /** @throws `notFound` of `GoodsKind` for goods that are missing or that `status` excludes */
  async get(id: string, { status }: Visibility, call?: ReadCall): Promise<Goods> {
    const row = await this.#byId.find(id, call);
    if (!row || !statusesOf(status).includes(row.status)) throw this.#kind.notFound(id);
    return (await this.complete([row], call))[0] as Goods;
  }

  /** @throws `notFound` of `GoodsKind` for goods that are missing or that `status` excludes */
  async mustExist(id: string, { status }: Visibility, call?: ReadCall): Promise<void> {
    if (!(await this.#exists.first({ id, statuses: statusesOf(status) }, call))) throw this.#kind.notFound(id);
  }

  /**
   * Returns a page of goods, with the total when read by `offset`, or the next cursor when read by `after`.
   * @example
   * // Restricts the list to courses with a badge, and adds a column of the table `badges` of a plugin.
   * courses.list({
   *   status: 'published', offset: 0, limit: 10,
   *   where: (query) => query.whereRaw('exists (select from badges where course_id = courses.id)'),
   *   columns: { badge: '(select name from badges where course_id = courses.id)' },
   * });
   */
  async list<Column extends string = never>(
    query: TypedGoodsQuery<Type, Sort, Column>,
    call?: ReadCall,
  ): Promise<Page<Goods & Record<Column, unknown>>> {
    const { categoryId = '0' } = query;
    const categoryIds = categoryId === '0' ? undefined : await this.#subtrees?.of(categoryId, call);
    const keys = listKeysOf(this.#kind.table, this.#contributions);
    const page = await this.#pages.read<Row>(pageQueryOf(this.#kind, keys, { ...query, categoryIds }), call);
    return { ...page, data: (await this.complete(page.data, call)) as (Goods & Record<Column, unknown>)[] };
  }

  /** Adds the `computed` fields; overridden by kinds that have some. */
  protected complete(rows: readonly Row[], _call?: ReadCall): Promise<readonly Goods[]> {
    return Promise.resolve(rows as readonly Goods[]);
  }
}
