import type { Knex } from 'knex';
import type { Database } from './database.ts';
import { ReadBatch } from './read_batch.ts';
import type { ReadCall } from './replicas/read_call.ts';
import type { Statement } from './statement.ts';

/**
 * Reads single rows of a table. Lookups in the same turn of the event loop share one statement, so that concurrent
 * requests share its round trip.
 * @example
 * const articles = new RowsById<Article>(database, (q) => q('articles').select('id', 'title'));
 * await articles.find('7', call);
 */
export class RowsById<Row extends { readonly id: string | number }> {
  readonly #rows: Statement<Row, { ids: readonly string[] }>;
  readonly #batch: ReadBatch<Row>;

  /**
   * Create it in constructors of services, like a statement.
   * @param build statement without condition: table and columns, including `id`
   */
  constructor(database: Database, build: (q: Knex) => Knex.QueryBuilder) {
    this.#rows = database.statement((q, param) => build(q).whereRaw('id = any(?)', [param('ids')]));
    this.#batch = new ReadBatch(database, this.#load);
  }

  /**
   * The row of a valid id, or undefined.
   * @param call as in `Statement.all`
   * @throws Error when the statement does not select the column `id`
   */
  async find(id: string, call?: ReadCall): Promise<Row | undefined> {
    const row = await this.#batch.find(id, call);
    return row && copyOf(row);
  }

  readonly #load = async (ids: readonly string[], first: ReadCall | undefined): Promise<ReadonlyMap<string, Row>> => {
    const rows = await this.#rows.all({ ids }, first);
    return new Map(rows.map((row) => [this.#keyOf(row), row]));
  };

  /** 64-bit ids are read as text, shorter ones as numbers. */
  #keyOf(row: Row): string {
    const id = row.id as string | number | undefined;
    if (id !== undefined) return String(id);
    throw new Error(`The rows of the statement "${this.#rows.text}" have no id. Select the column "id" as well.`);
  }
}

/** Copies a row, because callers share it and may change theirs, as an overridden route does. */
function copyOf<Row extends object>(row: Row): Row {
  const copy = { ...row } as Record<string, unknown>;
  for (const name of Object.keys(copy)) {
    const value = copy[name];
    // Most objects in rows are dates; the constructor takes a tenth of the time of structuredClone.
    if (value instanceof Date) copy[name] = new Date(value);
    else if (typeof value === 'object' && value !== null) copy[name] = structuredClone(value);
  }
  return copy as Row;
}
