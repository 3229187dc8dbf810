import type { Knex } from 'knex';
import type { Database } from '../database.ts';
import { copyOf } from '../cache/copy_of.ts';
import { ReadBatch } from './read_batch.ts';
import type { ReadCall } from '../replicas/read_call.ts';
import type { Statement } from '../statement.ts';

/**
 * Reads single rows of a table by id. Outside of transactions, lookups in the same turn of the event loop share one
 * statement on the primary, and one on a read replica.
 * @example
 * const articles = new RowsById<Article>(database, (q) => q('articles').select('id', 'title'));
 * await articles.find('7', call);
 */
export class RowsById<Row extends { readonly id: string | number }> {
  readonly #rows: Statement<Row, { ids: readonly string[] }>;
  readonly #batch: ReadBatch<Row>;

  /**
   * Builds the SQL, so create the object once, in the constructor of a service.
   * @param build statement without condition: table and columns, including `id`
   */
  constructor(database: Database, build: (q: Knex) => Knex.QueryBuilder) {
    this.#rows = database.statement((q, param) => build(q).whereRaw('id = any(?)', [param('ids')]));
    this.#batch = new ReadBatch(database, this.#load);
  }

  /**
   * Returns the row with an id, or undefined. An id that is invalid for the type of the column fails all lookups of the
   * shared statement.
   * @param call as in `Statement.all`
   * @throws errors as `Statement.all`; Error when the statement does not select the column `id`
   */
  async find(id: string, call?: ReadCall): Promise<Row | undefined> {
    const row = await this.#batch.find(id, call);
    return row && copyOf(row);
  }

  readonly #load = async (ids: readonly string[], first: ReadCall | undefined): Promise<ReadonlyMap<string, Row>> => {
    const rows = await this.#rows.all({ ids }, first);
    return new Map(rows.map((row) => [this.#keyOf(row), row]));
  };

  /** The id of a row as text: the driver reads 64-bit ids as text, shorter ids as numbers. */
  #keyOf(row: Row): string {
    const id = row.id as string | number | undefined;
    if (id !== undefined) return String(id);
    throw new Error(`The rows of the statement "${this.#rows.text}" have no id. Select the column "id" as well.`);
  }
}
