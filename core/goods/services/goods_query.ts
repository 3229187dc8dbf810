import type { Knex } from 'knex';
import type { SortKey } from 'lectern';

/** Revision of goods. */
export interface Revised {
  readonly id: string;
  readonly revision: string;
}

/** Visible goods: published ones, or those of any status for managers. */
export type Visible = 'published' | 'any';

/** Filters, order and position of a list of goods. */
export interface GoodsQuery<Sort extends string = string, Column extends string = never> {
  readonly status: Visible;
  /** Newest first by default; ties are broken by id, in the direction of the last key. */
  readonly sort?: readonly SortKey<Sort>[] | undefined;
  /** Restricts to this category; "0" for all. */
  readonly categoryId?: string | undefined;
  /** Restricts to titles that contain this text. */
  readonly title?: string | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Adds conditions; they can only narrow the list. */
  readonly where?: ((query: Knex.QueryBuilder) => void) | undefined;
  /** Adds columns: name in the row -> SQL expression, as knex reads it (`\\?` for a question mark). */
  readonly columns?: Readonly<Record<Column, string>> | undefined;
}

/** Filters of goods with types. */
export interface TypedGoodsQuery<
  Type extends string,
  Sort extends string,
  Column extends string = never,
> extends GoodsQuery<Sort, Column> {
  readonly type?: Type | undefined;
}

/** A query of any goods, for code that treats all alike. */
export type AnyGoodsQuery<Sort extends string = string, Column extends string = string> = GoodsQuery<Sort, Column> & {
  readonly type?: string | undefined;
};
