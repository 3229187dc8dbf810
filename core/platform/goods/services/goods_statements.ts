import {
  addedOrders,
  containsSql,
  gramsOf,
  ListOrder,
  selected,
  unsetFirst,
  withConditions,
  type ListKeys,
  type OrderColumn,
  type PageQuery,
  type Write,
} from '../../../infrastructure/database/index.ts';
import type { Failure, SortKey } from 'lectern';
import { goodsStates } from '../enums.ts';
import { goodsOrders, type AnyGoodsQuery, type Visible } from './goods_query.ts';

/** Table and columns of one kind of goods. */
export interface GoodsKind {
  /** Name of the table, and of its list (`input.sort`). */
  readonly table: string;
  /** Name in the row -> SQL expression. */
  readonly columns: Readonly<Record<string, string>>;
  /** Column with the one- and two-letter parts of titles, for searches (`gramsOf`). */
  readonly grams?: string;
  /** Table of the categories of the goods. */
  readonly categories?: string;
  /** Whether the indexes of the orders sort nulls first, so that an unset value is the smallest; default: true. */
  readonly nullsFirst?: boolean;
  readonly notFound: (id: string) => Failure;
}

/**
 * Returns the query for a page of goods and their total.
 * @param keys sort keys and conditions of other modules
 */
export function pageQueryOf(kind: GoodsKind, keys: readonly ListKeys[], asked: AnyGoodsQuery): PageQuery {
  const query = withConditions(keys, asked);
  const found = narrowed(kind, query);
  return {
    order: orderOf(kind, { ...goodsOrders, ...addedOrders(keys) }, query.sort),
    columns: (q) => selected(q, { ...kind.columns, ...query.columns }),
    found: (q, value) => found(q, value).whereRaw('status = any(?)', [value('statuses')]),
    // One part for each status: the indexes begin with the status, so that each part is read in list order.
    parts: statusesOf(query.status).map((status) => (q, value) => found(q, value).where('status', status)),
    values: valuesOf(query),
    place: query,
    variant: variantOf(query),
    list: listOf(query),
  };
}

/** Returns the values of the filters, by name. */
function valuesOf({ type, categoryIds, title, status }: AnyGoodsQuery): PageQuery['values'] {
  const grams = title === undefined ? [] : gramsOf(title);
  return { type, categoryIds, categoryId: categoryIds?.[0], title, grams, statuses: statusesOf(status) };
}

/**
 * Returns the cache key of the statement. Undefined for rare or numerous variants, whose caching would waste memory.
 */
function variantOf({ sort = [], where, columns, ...query }: AnyGoodsQuery): string | undefined {
  if (where || columns || sort.length > 1) return undefined;
  return [query.status, query.type !== undefined, categoriesOf(query), query.title !== undefined].join();
}

/** Returns the cache key of the total; undefined for a query with conditions of a plugin. */
function listOf({ status, type, categoryId = '0', title, where }: AnyGoodsQuery): string | undefined {
  return where ? undefined : JSON.stringify([status, type, categoryId, title]);
}

export function statusesOf(status: Visible): readonly string[] {
  return status === 'any' ? goodsStates.names : [status];
}

function narrowed({ table, grams }: GoodsKind, query: AnyGoodsQuery): Write {
  const { type, title, where } = query;
  return (q, value) => {
    const found = q(table);
    if (type !== undefined) found.where('type', value('type'));
    // With an equality condition, the index on the category returns the rows in list order; `any` would require a sort.
    if (categoriesOf(query) === 'one') found.where('category_id', value('categoryId'));
    if (categoriesOf(query) === 'several') found.whereRaw('category_id = any(?::bigint[])', [value('categoryIds')]);
    if (title !== undefined)
      found.whereRaw(containsSql('title', grams), { grams: value('grams'), text: value('title') });
    // In parentheses, so that an "or" of another module cannot widen the list.
    if (where) found.where((group) => where(group));
    return found;
  };
}

function categoriesOf({ categoryIds }: Pick<AnyGoodsQuery, 'categoryIds'>): 'all' | 'one' | 'several' {
  return categoryIds === undefined ? 'all' : categoryIds.length === 1 ? 'one' : 'several';
}

/** Returns the list order. An unset value is less than any other, so that one index serves both directions. */
function orderOf(
  { table, nullsFirst = true }: GoodsKind,
  orders: Readonly<Record<string, OrderColumn>>,
  sort: readonly SortKey[] = [],
): ListOrder {
  const sorted = sort.length === 0 ? newestFirst : sort;
  const keys = sorted.map(({ name, descending }) => {
    const column = orders[name] as OrderColumn;
    return nullsFirst || column.nullable ? unsetFirst(column, descending) : { ...column, descending };
  });
  const id = { column: 'id', type: 'integer', descending: sorted.at(-1)?.descending ?? false } as const;
  return new ListOrder(table, [...keys, id]);
}

const newestFirst: readonly SortKey[] = [{ name: 'createdTime', descending: true }];

/** Returns an SQL expression for a time in unix seconds, 0 for null. */
export function secondsOf(column: string): string {
  return `coalesce(floor(extract(epoch from ${column}))::bigint, 0)`;
}
