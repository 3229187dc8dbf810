import type { Knex } from 'knex';
import type { SortKey } from 'lectern';
import type { PagePlace } from '../../../infrastructure/database/index.ts';

/** Id and current revision of goods. */
export interface Revised {
  readonly id: string;
  readonly revision: string;
}

/** Status of visible goods: only published goods, or goods of any status for managers. */
export type Visible = 'published' | 'any';

/** Filters, order and position of a list of goods. */
export interface GoodsQuery<Sort extends string = string, Column extends string = never> extends PagePlace {
  readonly status: Visible;
  /** Sort keys; newest first by default. Ties are broken by id, in the direction of the last key. */
  readonly sort?: readonly SortKey<Sort>[] | undefined;
  /** Restricts the list to this category and its descendants; "0" for all. */
  readonly categoryId?: string | undefined;
  /** Restricts the list to titles that contain this text. */
  readonly title?: string | undefined;
  /** Adds SQL conditions, which can only narrow the list. */
  readonly where?: ((query: Knex.QueryBuilder) => void) | undefined;
  /** Adds columns: name in the row -> SQL expression, as knex reads it (`\\?` for a question mark). */
  readonly columns?: Readonly<Record<Column, string>> | undefined;
}

/** Query for goods whose table has a column `type`: courses and course sets. */
export interface TypedGoodsQuery<
  Type extends string,
  Sort extends string,
  Column extends string = never,
> extends GoodsQuery<Sort, Column> {
  readonly type?: Type | undefined;
}

/** A query for goods of any kind, for code that all kinds share. */
export type AnyGoodsQuery = TypedGoodsQuery<string, string, string> & {
  /** Ids of the category and its descendants. */
  readonly categoryIds?: readonly string[] | undefined;
};

/** Sort keys of goods: name of the key -> column. Each list declares which of them it has. */
export const goodsOrders = {
  name: { column: 'title', type: 'text' },
  createdTime: { column: 'created_at', type: 'time' },
  updatedTime: { column: 'updated_at', type: 'time' },
  price: { column: 'price', type: 'integer' },
  rating: { column: 'rating', type: 'decimal' },
  studentNum: { column: 'student_num', type: 'integer' },
  hitNum: { column: 'hit_num', type: 'integer' },
  recommendedSeq: { column: 'recommended_seq', type: 'integer' },
  recommendedTime: { column: 'recommended_at', type: 'time', nullable: true },
} as const;

export type GoodsSort = keyof typeof goodsOrders;
