import type { Knex } from 'knex';
import { Batch } from './batch.ts';
import type { Database } from './database.ts';
import { mayLag, type ReadCall } from './replicas/read_call.ts';
import type { Statement } from './statement.ts';

/**
 * Reads single rows of a table. Those that are asked for in one turn of the event loop are read by one statement: with
 * many requests under way each pays a small part of a round trip.
 * @example
 * const articles = new RowsById<Article>(database, (q) => q('articles').select('id', 'title'));
 * await articles.find('7', call);
 */
export class RowsById<Row extends { readonly id: string | number }> {
  readonly #database: Database;
  readonly #rows: Statement<Row, { ids: readonly string[] }>;
  readonly #batch: Batch<Row, ReadCall>;
  /** For those whom a read replica may answer. */
  readonly #lagging: Batch<Row, ReadCall>;

  /**
   * To be made where services are constructed, as a statement is.
   * @param build the statement without its condition: which columns of which table, `id` among them
   */
  constructor(database: Database, build: (q: Knex) => Knex.QueryBuilder) {
    this.#database = database;
    this.#rows = database.statement((q, param) => build(q).whereRaw('id = any(?)', [param('ids')]));
    this.#batch = new Batch(database, this.#load);
    this.#lagging = new Batch(database, this.#load);
  }

  /**
   * The row of an id that fits into the column, or undefined when there is none.
   * @param call as in `Statement.all`
   * @throws Error when the statement does not select the column `id`
   */
  async find(id: string, call?: ReadCall): Promise<Row | undefined> {
    const isLagging = this.#database.replicas !== undefined && call !== undefined && mayLag(call);
    const row = await (isLagging ? this.#lagging : this.#batch).find(id, call);
    return row && copyOf(row);
  }

  readonly #load = async (ids: readonly string[], first: ReadCall | undefined): Promise<ReadonlyMap<string, Row>> => {
    const rows = await this.#rows.all({ ids }, first);
    return new Map(rows.map((row) => [this.#keyOf(row), row]));
  };

  /** A 64-bit id is read as text, a shorter one as a number. */
  #keyOf(row: Row): string {
    const id = row.id as string | number | undefined;
    if (id !== undefined) return String(id);
    throw new Error(`The rows of the statement "${this.#rows.text}" have no id. Select the column "id" as well.`);
  }
}

/** Others may be given the same row; whoever changes his own, as an overridden route may, must not change theirs. */
function copyOf<Row extends object>(row: Row): Row {
  const copy = { ...row } as Record<string, unknown>;
  for (const name of Object.keys(copy)) {
    const value = copy[name];
    // Most objects in rows are dates, which are made in a tenth of the time that it takes to clone one.
    if (value instanceof Date) copy[name] = new Date(value);
    else if (typeof value === 'object' && value !== null) copy[name] = structuredClone(value);
  }
  return copy as Row;
}
