import { containsSql, gramsOf, type PageQuery, type Write } from '../../database/index.ts';
import type { Knex } from 'knex';
import type { SortKey } from 'lectern';
import { goodsStates } from '../words.ts';
import type { AnyGoodsQuery, Visible } from './goods_query.ts';

/** Table, columns and orders of one kind of goods. */
export interface GoodsKind<Sort extends string = string> {
  readonly table: string;
  /** Name in the row -> SQL expression. */
  readonly columns: Readonly<Record<string, string>>;
  /** Name of an order -> column of the table. */
  readonly orders: Readonly<Record<Sort, string>>;
  /** Trigram column for searching titles. */
  readonly grams?: string;
  /**
   * Whether the indices of its orders have nulls first, so that an unset value is less than any other; true by default.
   */
  readonly nullsFirst?: boolean;
}

/** A page of the goods, and their total. */
export function pageQueryOf(kind: GoodsKind, query: AnyGoodsQuery): PageQuery {
  return {
    page: writePage(kind, query),
    count: writeCount(kind, query),
    values: valuesOf(query),
    variant: variantOf(query),
    list: listOf(query),
  };
}

/** Statement of a page. Selects the ids from an index; reads only rows of the page, at any offset. */
function writePage(kind: GoodsKind, query: AnyGoodsQuery): Write {
  const { table, columns } = kind;
  // An array, and not a join: the planner then looks up each id, and never scans the table.
  return (q, value) =>
    q(table)
      .select(selected(q, { ...columns, ...query.columns }))
      .whereRaw('?? = any(array(?))', [`${table}.id`, writeIds(kind, query)(q, value)])
      .orderByRaw(orderOf(kind, query, table));
}

/** Statement of the total. */
function writeCount(kind: GoodsKind, query: AnyGoodsQuery): Write {
  return (q, value) =>
    narrowed(kind, query)(q, value)
      .whereRaw('status = any(?)', [value('statuses')])
      .count({ total: '*' });
}

/** The values of both statements, by name. */
function valuesOf(query: AnyGoodsQuery): PageQuery['values'] {
  const { type, categoryId, title, offset, limit } = query;
  const statuses = statusesOf(query.status);
  const grams = title === undefined ? [] : gramsOf(title);
  return { type, categoryId, title, grams, offset, limit, end: offset + limit, statuses };
}

/**
 * Key of a statement whose text differs by more than values. Undefined for rare or numerous variants, whose caching
 * would only cost memory.
 */
function variantOf({ sort = [], where, columns, ...query }: AnyGoodsQuery): string | undefined {
  if (where || columns || sort.length > 1) return undefined;
  const conditions = [query.type !== undefined, inCategory(query), query.title !== undefined];
  return [query.status, ...conditions, ...sort.map(({ name, descending }) => `${name} ${descending}`)].join();
}

/** Key of the filters that determine the total; undefined with conditions of a plugin. */
function listOf({ status, type, categoryId = '0', title, where }: AnyGoodsQuery): string | undefined {
  return where ? undefined : JSON.stringify([status, type, categoryId, title]);
}

export function statusesOf(status: Visible): readonly string[] {
  return status === 'any' ? goodsStates.names : [status];
}

export function selected(q: Knex, columns: Readonly<Record<string, string>>): Knex.Raw[] {
  return Object.entries(columns).map(([name, sql]) => q.raw(`${sql} as ??`, [name]));
}

/** Each index has the order of one status; the heads of several are merged. */
function writeIds(kind: GoodsKind, query: AnyGoodsQuery): Write {
  const { table, orders } = kind;
  const keys = new Set(keysOf(query).map(({ name }) => orders[name] as string));
  return (q, value) => {
    const beginnings = statusesOf(query.status).map((status) =>
      narrowed(kind, query)(q, value)
        .where('status', status)
        .select('id', ...keys)
        .orderByRaw(orderOf(kind, query, table))
        // Has no effect, but otherwise knex does not write a limit with a placeholder.
        .offset(0)
        .limit(value('end')),
    );
    return q
      .select('id')
      .from(q.queryBuilder().unionAll(beginnings, true).as('found'))
      .orderByRaw(orderOf(kind, query, 'found'))
      .offset(value('offset'))
      .limit(value('limit'));
  };
}

function narrowed({ table, grams }: GoodsKind, query: AnyGoodsQuery): Write {
  const { type, title, where } = query;
  return (q, value) => {
    const found = q(table);
    if (type !== undefined) found.where('type', value('type'));
    if (inCategory(query)) found.where('category_id', value('categoryId'));
    if (title !== undefined) found.whereRaw(containsSql('title', grams), [value('grams'), value('title')]);
    // In parentheses, so that an "or" of another module cannot widen the list.
    if (where) found.where((group) => where(group));
    return found;
  };
}

function inCategory({ categoryId = '0' }: Pick<AnyGoodsQuery, 'categoryId'>): boolean {
  return categoryId !== '0';
}

/** @param from the table name, because an additional column may have the name of one of its columns */
function orderOf({ orders, nullsFirst = true }: GoodsKind, query: AnyGoodsQuery, from: string): string {
  const keys = keysOf(query);
  const order = ({ name, descending }: SortKey) =>
    `${from}.${orders[name] as string} ${direction(descending)}${nullsFirst ? nulls(descending) : ''}`;
  return [...keys.map(order), `${from}.id ${direction(keys.at(-1)?.descending)}`].join(', ');
}

const newestFirst: readonly SortKey[] = [{ name: 'createdTime', descending: true }];

function keysOf({ sort = [] }: AnyGoodsQuery): readonly SortKey[] {
  return sort.length === 0 ? newestFirst : sort;
}

function direction(descending = false): string {
  return descending ? 'desc' : 'asc';
}

/** An unset value is less than any other, so that one index serves both directions. */
function nulls(descending: boolean): string {
  return descending ? ' nulls last' : ' nulls first';
}

/** Unix seconds as an SQL expression, 0 when not set. */
export function secondsOf(column: string): string {
  return `coalesce(floor(extract(epoch from ${column}))::bigint, 0)`;
}
