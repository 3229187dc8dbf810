import type { Page } from 'lectern';
import { refuseOffset, wrongCursor, type Position } from './cursor.ts';
import type { Database } from '../database.ts';
import {
  countOf,
  MAX_COUNT,
  pageAfter,
  pageOf,
  planOf,
  type PageQuery,
  type Part,
  type Write,
} from './page_statements.ts';
import { parameterOf } from '../protocol/parameter.ts';
import { readsReplica, type ReadCall } from '../replicas/read_call.ts';
import { SharedCount } from '../cache/shared_count.ts';
import { SharedReads } from '../cache/shared_reads.ts';
import { statementOfRows } from '../cache/statement_cache.ts';
import type { Placeholder } from '../statement.ts';

/** Row of `explain (format json)`. */
interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Plan Rows': number } }];
}

/** A page of the rows of one table that meet conditions. */
interface ListQuery extends Pick<PageQuery, 'order' | 'place' | 'forOperators'> {
  /** Select list in SQL. */
  readonly columns: string;
  /** Conditions in SQL with one `?`, and their values. Conditions without a value are left out. */
  readonly conditions: Readonly<Record<string, unknown>>;
}

/**
 * Reads lists of one table page by page: by offset together with the total of the list, or after a cursor.
 * @example
 * const order = new ListOrder('notes', [{ column: 'id', type: 'integer' }]);
 * const pages = new Pages(database, 'notes');
 * await pages.read<Note>({
 *   order, columns: () => ['id', 'text'], found: (q, value) => q('notes').where('user_id', value('userId')),
 *   values: { userId }, place: input, variant: 'own',
 * }, call);
 */
export class Pages {
  readonly #database: Database;
  readonly #totals: SharedCount;
  readonly #shared: SharedReads;

  constructor(database: Database, table: string) {
    this.#database = database;
    this.#shared = new SharedReads(database);
    this.#totals = new SharedCount(database, table);
  }

  /**
   * Reads one page: after the cursor `place.after` if given, otherwise at `place.offset`.
   * @param call as in `Statement.all`
   * @throws invalidParameter for a damaged cursor, a cursor of another list or order, or a cursor with an offset
   */
  async read<Row>(query: PageQuery, call?: ReadCall): Promise<Page<Row>> {
    if (query.place.after !== undefined) return this.#after(query, query.place.after, call);
    const count = () => this.#count(query, call);
    const total = () => (query.list === undefined ? count() : this.#totals.of(query.list, count, call));
    const page = () => this.#rows(pageOf(query), query, call) as Promise<Row[]>;
    // A transaction has one connection, which runs one query at a time.
    const [data, counted] = this.#database.inTransaction
      ? [await page(), await total()]
      : await Promise.all([page(), total()]);
    if (!query.forOperators || counted <= MAX_COUNT) return { data, total: counted };
    return { data, ...(await this.#estimate(query, data.length)) };
  }

  /** Reads one page of the rows that meet conditions, as `read` does. */
  list<Row>({ columns, conditions, ...query }: ListQuery, call?: ReadCall): Promise<Page<Row>> {
    const given = Object.entries(conditions).filter(([, value]) => value !== undefined);
    const found: Write = (q, value) =>
      given.reduce((rows, [sql]) => rows.whereRaw(sql, [value(sql)]), q(query.order.table));
    const variant = [columns, ...given.map(([sql]) => sql)].join();
    const values = Object.fromEntries(given);
    return this.read({ ...query, columns: (q) => [q.raw(columns)], found, values, variant }, call);
  }

  async #count(query: PageQuery, call: ReadCall | undefined): Promise<number> {
    const [{ total }] = (await this.#rows(countOf(query), query, call)) as [{ total: string }];
    return Number(total);
  }

  /** Total of a list with more than `MAX_COUNT` rows, estimated by the planner; exact if the page ends the list. */
  async #estimate(query: PageQuery, rows: number): Promise<{ total: number; isEstimate?: true }> {
    const { offset, limit } = query.place;
    const seen = offset + rows;
    if (rows > 0 && rows < limit) return { total: seen };
    const [{ 'QUERY PLAN': plans }] = (await this.#rows(planOf(query), query)) as [Explained];
    const planned = Math.max(plans[0].Plan['Plan Rows'], MAX_COUNT + 1);
    return { total: rows === 0 ? Math.min(planned, offset) : Math.max(planned, seen + 1), isEstimate: true };
  }

  /** Reads the page after a cursor, and one more row: its existence shows that another page follows. */
  async #after<Row>(query: PageQuery, after: string, call: ReadCall | undefined): Promise<Page<Row>> {
    const { order, place } = query;
    refuseOffset(after, 'offset', place.offset);
    const position = after === '' ? [] : order.positionOf(after);
    if (!position) throw wrongCursor();
    const rows = (await this.#rows(pageAfter(query, position), query, call)) as (Row & { keysetPosition: Position })[];
    const data = rows.slice(0, place.limit);
    const last = rows.length > data.length ? data.at(-1) : undefined;
    return { data, next: last ? order.cursorOf(last.keysetPosition) : null };
  }

  async #rows({ key, write, values }: Part, query: PageQuery, call?: ReadCall): Promise<unknown[]> {
    const { order, variant, forOperators = false } = query;
    const database = forOperators ? this.#database.operators : this.#database;
    if (variant === undefined) {
      const once = write(database.knex, (name) => values[name] as Placeholder);
      return database.read(once, call);
    }
    const kind = `list ${order.table} ${key} ${order.sql} ${variant}`;
    const statement = statementOfRows<object>(database, kind, write);
    if (forOperators || database.inTransaction) return statement.all(values, call);
    const given = Object.values(values).map(parameterOf);
    const equal = JSON.stringify([kind, readsReplica(database, call), given]);
    return this.#shared.rows(equal, () => statement.all(values, call));
  }
}
