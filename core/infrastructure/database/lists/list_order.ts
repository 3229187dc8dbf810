import { hash } from 'node:crypto';
import { decodeCursor, encodeCursor, isValueOf, type OrderType, type Position } from './cursor.ts';

/**
 * A column that sorts lists. Cursors contain the values of the column, so the values must not be secret, and texts of
 * the table must have at most 400 characters.
 */
export interface OrderColumn {
  readonly column: string;
  readonly type: OrderType;
  readonly nullable?: boolean;
  /**
   * Query, written for knex, for the id and the value of each row with a value; `column` is then only a name. Texts are
   * compared by their first 200 characters.
   */
  readonly valuesSql?: string;
}

/** A column of a list order, with its direction. */
export interface OrderKey extends OrderColumn {
  readonly descending?: boolean;
  /** Place of nulls, as in the index. The default of PostgreSQL is last if ascending, first if descending. */
  readonly nulls?: 'first' | 'last';
}

/** An SQL condition. `names` has the name of the value for each `?`, in the same order. */
export interface Range {
  readonly sql: string;
  readonly names: readonly string[];
}

/** SQL that casts a text of a cursor to the type of the column. Names UTC, as the connection may have another zone. */
const casts: Readonly<Record<OrderType, string>> = {
  integer: '?::bigint',
  decimal: '?::numeric',
  text: '?::text',
  time: `?::timestamp at time zone 'UTC'`,
};

// A cursor has room for several texts of this length.
const MAX_TEXT = 200;

/**
 * Order of a list of one table: the `order by` of its pages, and the cursor position of a row.
 * @example
 * new ListOrder('notes', [{ column: 'pinned_at', type: 'time', nullable: true, descending: true, nulls: 'last' }, id]);
 */
export class ListOrder {
  readonly table: string;
  /** The `order by` for rows of the table. */
  readonly sql: string;
  readonly #keys: readonly OrderKey[];

  /** @param keys the last one has to be unique and never null, such as the id; repeated columns have no effect */
  constructor(table: string, keys: readonly OrderKey[]) {
    this.table = table;
    this.#keys = keys.filter(({ column }, index) => keys.findIndex((key) => key.column === column) === index);
    this.sql = this.#orderBy((key) => this.#term(key));
  }

  /** Select list of the order columns, as `expression as "column"`, for a subquery that `sqlFor` sorts. */
  get columns(): readonly string[] {
    return this.#keys.map((key) => `${this.#term(key)} as "${key.column}"`);
  }

  /** Joins of the values that are not in the table. A subquery for each row would take longer than a join. */
  get joins(): string {
    const joined = ({ column, valuesSql }: OrderKey) =>
      valuesSql === undefined
        ? []
        : `left join (${valuesSql}) as "${column}" (order_id, order_value) on "${column}".order_id = ${this.table}.id`;
    return this.#keys.flatMap(joined).join(' ');
  }

  /** The `order by` for rows of a subquery with the columns of this order. */
  sqlFor(from: string): string {
    return this.#orderBy(({ column }) => `${from}."${column}"`);
  }

  /** SQL expression for the `Position` of a row, as a JSON array. */
  get positionSql(): string {
    const text = (key: OrderKey) =>
      key.type === 'time' ? `${this.#term(key)} at time zone 'UTC'` : `${this.#term(key)}::text`;
    return `json_build_array(${this.#keys.map(text).join(', ')})`;
  }

  /** Encodes a position as a cursor. */
  cursorOf(position: Position): string {
    return encodeCursor([this.#tag, ...position]);
  }

  /** Decodes a cursor. @returns undefined for a damaged cursor, or a cursor of another order */
  positionOf(cursor: string): Position | undefined {
    const [tag, ...position] = decodeCursor(cursor);
    const isOwn = tag === this.#tag && position.length === this.#keys.length;
    return isOwn && this.#keys.every((key, index) => isValueOf(key, position[index]))
      ? (position as Position)
      : undefined;
  }

  /**
   * Returns disjoint conditions for the rows after a position. Each selects one range of an index in this order, such
   * as `a = 1 and b > 2` and `a > 1`. The value of the key at index i is named `after<i>`.
   */
  rangesAfter(position: Position): readonly Range[] {
    return this.#keys.flatMap((key, index) => {
      const same = this.#keys
        .slice(0, index)
        .map((one, at) => `${this.#term(one)} ${equal(one, position[at] ?? null)}`);
      const names = this.#keys.slice(0, index).flatMap((_, at) => (position[at] === null ? [] : [`after${at}`]));
      return beyond(key, position[index] ?? null).map((condition) => ({
        sql: [...same, `${this.#term(key)} ${condition}`].join(' and '),
        names: condition.includes('?') ? [...names, `after${index}`] : names,
      }));
    });
  }

  #term({ column, type, valuesSql }: OrderKey): string {
    if (valuesSql === undefined) return `${this.table}.${column}`;
    const value = `"${column}".order_value`;
    return type === 'text' ? `left(${value}, ${MAX_TEXT})` : value;
  }

  #orderBy(term: (key: OrderKey) => string): string {
    const ordered = (key: OrderKey) =>
      `${term(key)} ${key.descending ? 'desc' : 'asc'}${key.nulls ? ` nulls ${key.nulls}` : ''}`;
    return this.#keys.map(ordered).join(', ');
  }

  /** Digest that identifies the order in cursors. */
  get #tag(): string {
    return hash('sha256', `${this.table} ${this.sql}`, 'base64url').slice(0, 8);
  }
}

/** Returns the values of a position by the names that `rangesAfter` uses. */
export function valuesOf(position: Position): Readonly<Record<string, string | null>> {
  return Object.fromEntries(position.map((value, index) => [`after${index}`, value]));
}

function equal({ type }: OrderKey, value: string | null): string {
  return value === null ? 'is null' : `= ${casts[type]}`;
}

/** Right sides of SQL conditions on the column of a key, for rows after `value` in the order. */
function beyond({ type, descending = false, nullable, nulls }: OrderKey, value: string | null): string[] {
  const nullsLast = nulls === undefined ? !descending : nulls === 'last';
  if (value === null) return nullsLast ? [] : ['is not null'];
  const further = `${descending ? '<' : '>'} ${casts[type]}`;
  return nullable && nullsLast ? [further, 'is null'] : [further];
}
