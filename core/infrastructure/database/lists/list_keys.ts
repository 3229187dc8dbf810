import type { Knex } from 'knex';
import type { InputFields, Services } from 'lectern';
import type { OrderType } from './cursor.ts';
import type { OrderColumn, OrderKey } from './list_order.ts';

/** Sort keys and conditions that a module adds to a list of another module; the extension point `listKeys`. */
export interface ListKeys {
  /** Name of the list, as declared with `input.sort`. */
  readonly list: string;
  /** Values of each added sort key, by name. A sort key has the name of the answer field with these values. */
  readonly sorts?: Readonly<Record<string, SortValues>>;
  /** Query parameters that `where` reads. */
  readonly input?: InputFields;
  /** Called for requests with a parameter of `input`. Adds conditions to the list; `values` are the parameters. */
  where?(query: Knex.QueryBuilder, values: object): void;
}

/** Values that sort a list. Rows without a value are less than all others. */
interface SortValues {
  /** Query for two columns: the id of a row of the list, and the value of that row. At most one row for each id. */
  readonly sql: string;
  readonly type: OrderType;
}

/** A query that conditions of modules can narrow. */
interface Narrowable {
  readonly where?: ((query: Knex.QueryBuilder) => void) | undefined;
}

/** Returns the sort keys and conditions that modules add to one list. */
export function listKeysOf(list: string, contributions: Services['contributions']): readonly ListKeys[] {
  return contributions.of('listKeys').filter((keys) => keys.list === list);
}

/** Returns the order columns of added sort keys, by name of the key. */
export function addedOrders(keys: readonly ListKeys[]): Readonly<Record<string, OrderColumn>> {
  const sorts = keys.flatMap(({ sorts = {} }) => Object.entries(sorts));
  return Object.fromEntries(
    sorts.map(([name, { sql, type }]) => [name, { column: `sorted by ${name}`, valuesSql: sql, type, nullable: true }]),
  );
}

/** Returns a key of a list order for the column. Null counts as the smallest value, in both directions. */
export function unsetFirst(column: OrderColumn, descending: boolean): OrderKey {
  return { ...column, descending, nulls: descending ? 'last' : 'first' };
}

/** Adds the conditions of modules whose query parameters the request contains. */
export function withConditions<Query extends Narrowable>(keys: readonly ListKeys[], query: Query): Query {
  const asked = keys.flatMap((one) => {
    const values = Object.entries(query).filter(([name, value]) => value !== undefined && name in (one.input ?? {}));
    return values.length === 0 ? [] : [(rows: Knex.QueryBuilder) => one.where?.(rows, Object.fromEntries(values))];
  });
  if (asked.length === 0) return query;
  // Each condition is in parentheses, so that an "or" in a condition cannot widen the list.
  const all = query.where ? [query.where, ...asked] : asked;
  return { ...query, where: (rows: Knex.QueryBuilder) => all.forEach((each) => rows.where((group) => each(group))) };
}
