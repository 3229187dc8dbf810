import type { Knex } from 'knex';
import type { PagePlace, Position } from './cursor.ts';
import { valuesOf, type ListOrder, type Range } from './list_order.ts';
import type { Placeholder } from '../statement.ts';

/** Number of rows up to which lists for operators are counted. */
export const MAX_COUNT = 10_000;

type Values = Readonly<Record<string, unknown>>;

/** Builds a query. `value('limit')` returns the value, or its placeholder when the statement is cached. */
export type Write = (q: Knex, value: (name: string) => Placeholder) => Knex.QueryBuilder;

/** A page of a list: rows of one table in an order. */
export interface PageQuery {
  readonly order: ListOrder;
  readonly columns: (q: Knex) => readonly (string | Knex.Raw | Readonly<Record<string, string>>)[];
  /** Builds the query of the list: the table with the conditions, without order and page. */
  readonly found: Write;
  /** Disjoint parts of `found`, for an index that has the order within each part only. */
  readonly parts?: readonly Write[];
  /** Query with as many rows as `found`, which an index serves better, for the total of a list for operators. */
  readonly counted?: Write | undefined;
  /** Values of these queries, by name. */
  readonly values: Values;
  readonly place: PagePlace;
  /** Cache key of the statements, different for different SQL; the order is added. Undefined for no cache. */
  readonly variant: string | undefined;
  /** Key of lists with the same total. Totals from 1,000 are cached for up to two seconds; undefined for no cache. */
  readonly list?: string | undefined;
  /**
   * Whether the list is for operators: it uses the connections `operatorConnections`, and a total above 10,000 is an
   * estimate.
   */
  readonly forOperators?: boolean;
}

/** A statement of a list: its cache key within the variant, its builder and its values. */
export interface Part {
  readonly key: string;
  readonly write: (...given: Parameters<Write>) => Knex.QueryBuilder | Knex.Raw;
  readonly values: Values;
}

/**
 * Counts all rows of a list; in a list for operators, up to `MAX_COUNT` and one more. The parts are then counted one
 * after the other, each by its index.
 */
export function countOf({ found, counted, parts = [found], values, forOperators }: PageQuery): Part {
  if (!forOperators) return { key: 'count', write: (q, value) => found(q, value).count({ total: '*' }), values };
  const some = (q: Knex, query: Knex.QueryBuilder) => query.select(q.raw('1 as one')).limit(MAX_COUNT + 1);
  return {
    key: 'count',
    write: (q, value) => {
      const heads = (counted ? [counted] : parts).map((part) => some(q, part(q, value)));
      const [first] = heads as [Knex.QueryBuilder];
      const all = heads.length > 1 ? some(q, q.from(unionOf(q, heads).as('found'))) : first;
      return q.count({ total: '*' }).from(all.as('counted'));
    },
    values,
  };
}

export function planOf({ found, values }: PageQuery): Part {
  return { key: 'plan', write: (q, value) => q.raw('explain (format json) ?', [found(q, value).select('id')]), values };
}

/** Statement for the page at an offset. */
export function pageOf(query: PageQuery): Part {
  const { offset, limit } = query.place;
  const values = { ...query.values, offset, limit, end: offset + limit };
  return { key: 'page', write: writePage(query, idsIn(query, [everything])), values };
}

/** Statement for the page after a position, with one additional row. An empty position selects the first page. */
export function pageAfter(query: PageQuery, position: Position): Part {
  const { order, place } = query;
  const ranges = position.length === 0 ? [everything] : order.rangesAfter(position);
  const ids = idsIn(query, ranges);
  const columns: PageQuery['columns'] = (q) => [...query.columns(q), q.raw(`${order.positionSql} as "keysetPosition"`)];
  const end = place.limit + 1;
  return {
    key: `after ${position.map((value) => (value === null ? 0 : 1)).join('')}`,
    write: writePage({ ...query, columns }, ids),
    values: { ...query.values, ...valuesOf(position), offset: 0, limit: end, end },
  };
}

const everything: Range = { sql: 'true', names: [] };

/** Selects the ids from an index first: rows skipped by a deep page are never read. */
function writePage({ order: { table, sql, joins }, columns }: PageQuery, ids: Write): Write {
  // An array, and not a join: the planner then looks up each id instead of scanning a large table.
  return (q, value) =>
    q(table)
      .select(columns(q) as Knex.Raw[])
      .joinRaw(joins)
      .whereRaw('?? = any(array(?))', [`${table}.id`, ids(q, value)])
      .orderByRaw(sql);
}

/** Selects the ids of a page: one sorted query for each range of each part, merged by a union if there are several. */
function idsIn({ order, found, parts = [found] }: PageQuery, ranges: readonly Range[]): Write {
  return (q, value) => {
    const heads = parts.flatMap((part) =>
      ranges.map(({ sql, names }) => {
        const head = part(q, value).joinRaw(order.joins).orderByRaw(order.sql);
        return sql === 'true' ? head : head.whereRaw(sql, names.map(value));
      }),
    );
    // Offset 0 has no effect, but knex writes a limit with a placeholder only together with an offset.
    const limited = (head: Knex.QueryBuilder) =>
      head
        .select(order.columns.map((column) => q.raw(column)))
        .offset(0)
        .limit(value('end'));
    const ids = heads.length > 1 ? merged(q, order, heads.map(limited)) : (heads[0] as Knex.QueryBuilder).select('id');
    return ids.offset(value('offset')).limit(value('limit'));
  };
}

function merged(q: Knex, order: ListOrder, heads: readonly Knex.QueryBuilder[]): Knex.QueryBuilder {
  return q.select('id').from(unionOf(q, heads).as('found')).orderByRaw(order.sqlFor('found'));
}

function unionOf(q: Knex, heads: readonly Knex.QueryBuilder[]): Knex.QueryBuilder {
  return q.queryBuilder().unionAll([...heads], true);
}
