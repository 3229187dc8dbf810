import type { Knex } from 'knex';
import type { SortKey } from 'lectern';

/** Tells one state of goods from the next. */
export interface Revised {
  readonly id: string;
  readonly revision: string;
}

/** Which goods are seen: the published ones, or those of any status by whoever manages them. */
export type Visible = 'published' | 'any';

/** Which goods are wanted, in which order, and which part of them. */
export interface GoodsQuery<Sort extends string = string, Column extends string = never> {
  readonly status: Visible;
  /** Newest first when there is none; ties are broken by id, in the direction of the last key. */
  readonly sort?: readonly SortKey<Sort>[] | undefined;
  /** Only those of this category; "0" for all. */
  readonly categoryId?: string | undefined;
  /** Only those with this text in their title. */
  readonly title?: string | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Adds conditions of one's own; they only ever narrow the list. */
  readonly where?: ((query: Knex.QueryBuilder) => void) | undefined;
  /** Adds columns of one's own: name in the row -> SQL expression, as knex reads it (`\\?` for a question mark). */
  readonly columns?: Readonly<Record<Column, string>> | undefined;
}

/** What is asked of goods that come in types. */
export interface TypedGoodsQuery<
  Type extends string,
  Sort extends string,
  Column extends string = never,
> extends GoodsQuery<Sort, Column> {
  readonly type?: Type | undefined;
}

/** Any of them, for what treats all goods alike. */
export type AnyGoodsQuery<Sort extends string = string, Column extends string = string> = GoodsQuery<Sort, Column> & {
  readonly type?: string | undefined;
};
