import { containsSql, gramsOf } from '../../database/index.ts';
import type { Knex } from 'knex';
import type { SortKey } from 'lectern';
import { goodsStates } from '../../goods/index.ts';
import type { AnyGoodsQuery, Visible } from './goods_query.ts';

/** What one kind of goods is made of. */
export interface GoodsKind<Sort extends string = string> {
  readonly table: string;
  /** Name in the row -> SQL expression. */
  readonly columns: Readonly<Record<string, string>>;
  /** Name of an order -> column of the table. */
  readonly orders: Readonly<Record<Sort, string>>;
}

/** Writes a statement; `value('limit')` is a value, or the place where it goes. */
export type Write = (q: Knex, value: (name: string) => Knex.Raw & number) => Knex.QueryBuilder;

/** A page. Its ids come from an index alone; only its own rows are read, however deep it lies. */
export function writePage(kind: GoodsKind, query: AnyGoodsQuery): Write {
  const { table, columns } = kind;
  // An array, and not a join: the planner then looks up each id, and never reads the table as a whole.
  return (q, value) =>
    q(table)
      .select(selected(q, { ...columns, ...query.columns }))
      .whereRaw('?? = any(array(?))', [`${table}.id`, writeIds(kind, query)(q, value)])
      .orderByRaw(orderOf(kind, query, table));
}

/** How many there are. */
export function writeCount({ table }: GoodsKind, query: AnyGoodsQuery): Write {
  return (q, value) =>
    narrowed(q(table), query, value)
      .whereRaw('status = any(?)', [value('statuses')])
      .count({ total: '*' });
}

/** The values of both statements, by name. */
export function valuesOf(query: AnyGoodsQuery): Readonly<Record<string, unknown>> {
  const { type, categoryId, title, offset, limit } = query;
  const statuses = statusesOf(query.status);
  const grams = title === undefined ? [] : gramsOf(title);
  return { type, categoryId, title, grams, offset, limit, end: offset + limit, statuses };
}

/**
 * Tells queries apart whose statements differ by more than their values; undefined for those that are so seldom, or so
 * many, that remembering their statements would only cost memory.
 */
export function variantOf({ sort = [], where, columns, ...query }: AnyGoodsQuery): string | undefined {
  if (where || columns || sort.length > 1) return undefined;
  const conditions = [query.type !== undefined, inCategory(query), query.title !== undefined];
  return [query.status, ...conditions, ...sort.map(({ name, descending }) => `${name} ${descending}`)].join();
}

/** What decides on the total, but for conditions of one's own. */
export function conditionsOf({ status, type, categoryId = '0', title }: AnyGoodsQuery): string {
  return JSON.stringify([status, type, categoryId, title]);
}

export function statusesOf(status: Visible): readonly string[] {
  return status === 'any' ? goodsStates.names : [status];
}

export function selected(q: Knex, columns: Readonly<Record<string, string>>): Knex.Raw[] {
  return Object.entries(columns).map(([name, sql]) => q.raw(`${sql} as ??`, [name]));
}

/** Each index holds the order of one status; the beginnings of several are merged. */
function writeIds(kind: GoodsKind, query: AnyGoodsQuery): Write {
  const { table, orders } = kind;
  const keys = new Set(keysOf(query).map(({ name }) => orders[name] as string));
  return (q, value) => {
    const beginnings = statusesOf(query.status).map((status) =>
      narrowed(q(table), query, value)
        .where('status', status)
        .select('id', ...keys)
        .orderByRaw(orderOf(kind, query, table))
        // Says nothing; without it knex does not write a limit that is the place of a value.
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

function narrowed(found: Knex.QueryBuilder, query: AnyGoodsQuery, value: Parameters<Write>[1]): Knex.QueryBuilder {
  const { type, title, where } = query;
  if (type !== undefined) found.where('type', value('type'));
  if (inCategory(query)) found.where('category_id', value('categoryId'));
  if (title !== undefined) found.whereRaw(containsSql('title'), [value('grams'), value('title')]);
  // In parentheses, so that an "or" of somebody else opens nothing.
  if (where) found.where((group) => where(group));
  return found;
}

function inCategory({ categoryId = '0' }: Pick<AnyGoodsQuery, 'categoryId'>): boolean {
  return categoryId !== '0';
}

/** @param from the table by its name, because a column of somebody else may be called like one of its own */
function orderOf({ orders }: GoodsKind, query: AnyGoodsQuery, from: string): string {
  const keys = keysOf(query);
  const order = ({ name, descending }: SortKey) => `${from}.${orders[name] as string} ${direction(descending)}`;
  return [...keys.map(order), `${from}.id ${keys.at(-1)?.descending === true ? 'desc' : 'asc'}`].join(', ');
}

const newestFirst: readonly SortKey[] = [{ name: 'createdTime', descending: true }];

function keysOf({ sort = [] }: AnyGoodsQuery): readonly SortKey[] {
  return sort.length === 0 ? newestFirst : sort;
}

/** What was never set is less than anything that was, so that one index serves both directions. */
function direction(descending: boolean): string {
  return descending ? 'desc nulls last' : 'asc nulls first';
}
