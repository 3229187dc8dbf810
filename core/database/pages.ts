import type { Knex } from 'knex';
import type { Page } from 'lectern';
import type { Database } from './database.ts';
import type { ReadCall } from './replicas/read_call.ts';
import { SharedCount } from './shared_count.ts';
import type { Placeholder, Statement } from './statement.ts';

type Values = Readonly<Record<string, unknown>>;

/** Writes a query; `value('limit')` is a value, or its place in a statement. */
export type Write = (q: Knex, value: (name: string) => Placeholder) => Knex.QueryBuilder;

/** A page of a list: its queries, and the keys under which its statements and its total are cached. */
export interface PageQuery {
  readonly page: Write;
  /** Counts the list as `total`. */
  readonly count: Write;
  /** Values of `page` and `count`, by name. */
  readonly values: Values;
  /** Key of lists with the same SQL, whose statements are cached; undefined for rare or too many variants. */
  readonly variant: string | undefined;
  /** Key of lists with the same total, which is cached for a moment; undefined to count for each page. */
  readonly list: string | undefined;
}

/**
 * Reads lists of one table page by page, each page together with the total of its list.
 * @example
 * const pages = new Pages(database, 'notes');
 * await pages.read<Note>({
 *   page: (q, value) => q('notes').select('id', 'text').orderBy('id').offset(value('offset')).limit(value('limit')),
 *   count: (q) => q('notes').count({ total: '*' }),
 *   values: { offset, limit }, variant: 'all', list: 'all',
 * }, call);
 */
export class Pages {
  readonly #database: Database;
  readonly #totals: SharedCount;
  readonly #statements = new Map<string, Statement<unknown, Values>>();

  constructor(database: Database, table: string) {
    this.#database = database;
    this.#totals = new SharedCount(database, table);
  }

  /** @param call as in `Statement.all` */
  async read<Row>(query: PageQuery, call?: ReadCall): Promise<Page<Row>> {
    const count = async () => {
      const [{ total }] = (await this.#rows('count', query, call)) as [{ total: string }];
      return Number(total);
    };
    const total = () => (query.list === undefined ? count() : this.#totals.of(query.list, count, call));
    const page = () => this.#rows('page', query, call);
    // The one connection of a transaction runs one query at a time.
    if (this.#database.inTransaction) return { data: (await page()) as Row[], total: await total() };
    const [data, counted] = await Promise.all([page(), total()]);
    return { data: data as Row[], total: counted };
  }

  #rows(part: 'page' | 'count', query: PageQuery, call: ReadCall | undefined): Promise<unknown[]> {
    const { [part]: write, values, variant } = query;
    if (variant === undefined) {
      const once = write(this.#database.knex, (name) => values[name] as Placeholder);
      return this.#database.read(once, call);
    }
    const key = `${part} ${variant}`;
    const statement = this.#statements.get(key) ?? this.#database.statement<unknown, Values>(write);
    this.#statements.set(key, statement);
    return statement.all(values, call);
  }
}
