import type { Knex } from 'knex';
import type { Field, Fields, InputFields, Shape, SortKey } from 'lectern';
import type { OrderType } from '../lists/cursor.ts';
import { ListOrder, type OrderColumn } from '../lists/list_order.ts';
import { snakeCase } from './columns_of.ts';

/** Longest text that sorts a list, in characters; cursors contain the texts. */
const MAX_SORTED = 400;

/** Fields that `Records` sets by the clock, if the shape has them. */
const times = ['createdTime', 'updatedTime'];

const COLUMN = /^[a-z_][a-z0-9_]*$/;

/** Terms of `RecordColumns`, besides the fields of a shape. */
interface ColumnTerms {
  readonly table: string;
  /** Columns or expressions in SQL, by field, where the name of the column does not follow from that of the field. */
  readonly columns: Readonly<Partial<Record<string, string>>>;
  /** Fields with columns that answers do not have. */
  readonly hidden: readonly string[];
  /** Inputs of the list. */
  readonly list: InputFields;
}

/** A condition of a statement. */
export interface Condition {
  /** Name of the value in the statement; conditions of the same key have the same SQL. */
  readonly key: string;
  /** SQL with one `?` for the value. */
  readonly sql: string;
  readonly value: unknown;
}

/** Columns of the fields of a shape, filters and orders of a list of its objects. Other names never become SQL. */
export class RecordColumns {
  /** Select list of all fields that answers have. */
  readonly sql: string;
  readonly #table: string;
  /** Fields of the shape that clients may filter by. */
  readonly #filters: readonly string[];
  readonly #columns: ReadonlyMap<string, string>;
  readonly #sorts: ReadonlyMap<string, OrderColumn>;

  /** @throws Error for a sort key that is no field, or cannot sort */
  constructor(fields: Fields, { table, columns, hidden, list }: ColumnTerms) {
    this.#table = table;
    const named = (name: string) => [name, columns[name] ?? columnOf(name, fields[name])] as const;
    const own = Object.keys(fields).map(named);
    this.#columns = new Map([...hidden.map(named), ...own]);
    this.sql = own.map(([name, column]) => `${column} as "${name}"`).join(', ');
    this.#filters = Object.keys(list).filter((name) => Object.hasOwn(fields, name));
    const { names = [] } = (list['sort']?.['sorted'] ?? {}) as { names?: readonly string[] };
    this.#sorts = new Map(names.map((name) => [name, this.#sortBy(name, fields[name])]));
  }

  /** The condition that a field has a value. @throws Error for a name that is no field, and without a value */
  condition(name: string, value: unknown, kind = 'where'): Condition {
    const sql = `${this.#of(name)} = ?`;
    if (value !== undefined && value !== null) return { key: `${kind} ${name}`, sql, value };
    throw new Error(`The condition "${name}" of the table "${this.#table}" has no value; give one, or omit "${name}".`);
  }

  /** The conditions of the declared filters that the input of a list has. */
  asked(query: object): Condition[] {
    const given = query as Readonly<Record<string, unknown>>;
    const asked = this.#filters.filter((name) => given[name] !== undefined);
    return asked.map((name) => this.condition(name, given[name], 'filter'));
  }

  /**
   * Columns with the values of their fields; undefined values are left out, and so are times that the shape lacks.
   * @throws Error for a name without a column
   */
  rowOf(values: object): Record<string, unknown> {
    const lacks = (name: string) => times.includes(name) && !this.#columns.has(name);
    const given = Object.entries(values).filter(([name, value]) => value !== undefined && !lacks(name));
    return Object.fromEntries(given.map(([name, value]) => [this.#stored(name), value as unknown]));
  }

  /** Order of a list; rows that are equal in all sort keys are sorted by id. @throws Error for an undeclared sort key */
  orderBy(sort: readonly SortKey[]): ListOrder {
    const keys = sort.map(({ name, descending }) => ({ ...this.#sort(name), descending }));
    const descending = keys.at(-1)?.descending === true;
    return new ListOrder(this.#table, [...keys, { column: this.#of('id'), type: 'integer', descending }]);
  }

  /** The column or expression of a field. */
  #of(name: string): string {
    const column = this.#columns.get(name);
    if (column !== undefined) return column;
    throw new Error(
      `"${name}" is no field of the table "${this.#table}"; use ${[...this.#columns.keys()].join(', ')}.`,
    );
  }

  #sort(name: string): OrderColumn {
    const column = this.#sorts.get(name);
    if (column) return column;
    throw new Error(
      `"${name}" is no sort key of the list of "${this.#table}"; add it to the field "sort" of its inputs.`,
    );
  }

  #sortBy(name: string, field: Field | undefined): OrderColumn {
    const type = field && orderTypeOf(field);
    const nullable = [field?.schema['type']].flat().includes('null');
    if (type) return { column: this.#stored(name), type, nullable };
    const fix = `sort by numbers, times, enums, or texts of at most ${MAX_SORTED} characters`;
    throw new Error(`"${name}" cannot sort the list of "${this.#table}"; ${fix}.`);
  }

  #stored(name: string): string {
    const column = this.#of(name);
    if (COLUMN.test(column)) return column;
    throw new Error(
      `The field "${name}" of "${this.#table}" is an expression, so it is neither written nor sorted by.`,
    );
  }
}

/**
 * The columns of the fields of a shape, by the names of the fields: in snake case, `created_at` for the time
 * `createdTime`.
 * @param other columns or expressions in SQL for fields of other columns, and for columns that answers do not have
 * @param computed fields that the table has no column for
 */
export function columnsOfShape(
  shape: Shape,
  other: Readonly<Record<string, string>> = {},
  computed: readonly string[] = [],
): Readonly<Record<string, string>> {
  const stored = Object.entries(shape.allFields).filter(([name]) => !computed.includes(name));
  return { ...Object.fromEntries(stored.map(([name, field]) => [name, columnOf(name, field)])), ...other };
}

/** Select list of columns and expressions, with their names in the row. */
export function selected(q: Knex, columns: Readonly<Record<string, string>>): Knex.Raw[] {
  return Object.entries(columns).map(([name, sql]) => q.raw(`${sql} as ??`, [name]));
}

/** Column of a field: in snake case; that of the time `createdTime` is `created_at`. */
function columnOf(name: string, field?: Field): string {
  const isTime = field !== undefined && orderTypeOf(field) === 'time';
  return snakeCase(isTime ? name.replace(/Time$/, 'At') : name);
}

/** Type by which a field sorts; undefined if it cannot sort. */
function orderTypeOf(field: Field): OrderType | undefined {
  if (field.inner && 'item' in field.inner && field.schema['items'] === undefined) return orderTypeOf(field.inner.item);
  const { type, format, pattern, enum: words } = field.schema;
  const { input } = field as { readonly input?: { readonly maxLength?: number } };
  // A number that clients cannot give is a timestamp, and a decimal one is the text of a NUMERIC.
  if (type === 'integer') return input ? 'integer' : 'time';
  if (type !== 'string' || format === 'uuid' || format === 'password') return undefined;
  if (format === 'date' || format === 'date-time') return 'time';
  if (typeof pattern === 'string') return input ? 'integer' : 'decimal';
  return words !== undefined || (input?.maxLength ?? Infinity) <= MAX_SORTED ? 'text' : undefined;
}
