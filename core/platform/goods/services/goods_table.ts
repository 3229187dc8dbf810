import type { Page } from 'lectern';
import {
  Pages,
  RowsById,
  type Database,
  type ReadCall,
  type Statement,
} from '../../../infrastructure/database/index.ts';
import { Subtrees } from '../../../infrastructure/trees/index.ts';
import type { AnyGoodsQuery, Visible } from './goods_query.ts';
import { pageQueryOf, selected, statusesOf, type GoodsKind } from './goods_statements.ts';

/** Reads the goods of one kind. */
export class GoodsTable<Row extends { readonly id: string; readonly status: string }, Sort extends string> {
  readonly #kind: GoodsKind<Sort>;
  readonly #byId: RowsById<Row>;
  readonly #exists: Statement<object, { id: string; statuses: readonly string[] }>;
  readonly #pages: Pages;
  readonly #subtrees: Subtrees | undefined;

  constructor(database: Database, kind: GoodsKind<Sort>) {
    this.#kind = kind;
    const { table, columns, categories } = kind;
    this.#subtrees = categories === undefined ? undefined : new Subtrees(database, categories);
    this.#pages = new Pages(database, table);
    this.#byId = new RowsById(database, (q) => q(table).select(selected(q, columns)));
    this.#exists = database.statement(`select id from ${table} where id = :id and status = any(:statuses) limit 1`);
  }

  async find(id: string, status: Visible, call?: ReadCall): Promise<Row | undefined> {
    const row = await this.#byId.find(id, call);
    return row && statusesOf(status).includes(row.status) ? row : undefined;
  }

  async exists(id: string, status: Visible, call?: ReadCall): Promise<boolean> {
    return (await this.#exists.first({ id, statuses: statusesOf(status) }, call)) !== undefined;
  }

  async page<Column extends string>(
    query: AnyGoodsQuery<Sort, Column>,
    call?: ReadCall,
  ): Promise<Page<Row & Record<Column, unknown>>> {
    const { categoryId = '0' } = query;
    const categoryIds = categoryId === '0' ? undefined : await this.#subtrees?.of(categoryId, call);
    return this.#pages.read(pageQueryOf(this.#kind, { ...query, categoryIds }), call);
  }
}
