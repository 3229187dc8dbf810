import type { Duplex } from 'node:stream';
import type { Connection, FieldDef, Submittable } from 'pg';
import { Limited } from '../../../hosting/internals.ts';
import { serialize } from 'pg-protocol';
import { parameterOf } from './parameter.ts';
import type { Query } from './query.ts';
import { readTimeout } from './unavailable.ts';
import { CachedStatement, type Described } from './cached_statement.ts';
import type { RowLayout } from './row_layout.ts';

export interface Answer {
  readonly rows: readonly unknown[];
  /** Number of rows found or changed; undefined for statements without a count, such as CREATE TABLE. */
  readonly rowCount: number | undefined;
  /** First word of the command that the server has carried out, such as `SELECT` or `COMMIT`. */
  readonly command: string | undefined;
}

export type Answered = (error: unknown, answer?: Answer) => void;

// The messages that follow the values are constant, so they are serialized once; the driver does so for each query.
const execute = Buffer.concat([serialize.execute(), serialize.sync()]);
const describe = Buffer.concat([serialize.describe({ type: 'P' }), execute]);
// Without a sync message, so that the server skips the next statement when BEGIN fails.
const begin = Buffer.concat([serialize.parse({ text: 'BEGIN' }), serialize.bind({}), serialize.execute()]);
const BEGIN_NAME = 'lectern_begin';
const preparedBegin = Buffer.concat([serialize.bind({ statement: BEGIN_NAME }), serialize.execute()]);
const preparingBegin = Buffer.concat([serialize.parse({ text: 'BEGIN', name: BEGIN_NAME }), preparedBegin]);
const copyFailure = Buffer.concat([
  serialize.copyFail('COPY is not supported; write INSERT or SELECT'),
  serialize.sync(),
]);
/** Ends of transactions, as simple queries: they have no values and no rows. */
const ends: ReadonlyMap<string, Buffer> = new Map(['COMMIT', 'ROLLBACK'].map((text) => [text, serialize.query(text)]));

/**
 * A query for the driver. Replaces the driver's own query class, which writes five messages for each query and prepares
 * the parsing of rows anew each time.
 */
export class SentQuery extends Limited implements Submittable, Answer {
  readonly text: string;
  readonly rows: unknown[] = [];
  /** Receives the result. Mutable, because the driver wraps the callback to stop its timer. */
  callback: Answered;
  readonly values: unknown[];
  /** Whether further queries may be written in the same turn of the event loop. */
  isPipelined = false;
  /** Name of the prepared statement. The driver would track the statements of queries with a `name`. */
  readonly statementName: string | undefined;
  readonly #connection: Described;
  readonly #statement: CachedStatement;
  #layout: RowLayout | undefined;
  #failure: unknown;
  #tag = '';
  /** Whether BEGIN was sent with this query, to become a prepared statement. */
  #preparesBegin = false;
  /** Whether the statement was sent with this query, to become a prepared statement. */
  #prepares = false;
  /** Connection of the driver that the query was written to. */
  #wire: Connection | undefined;

  constructor({ text, values, name }: Query, connection: Described, callback: Answered) {
    super();
    this.text = text;
    this.statementName = name;
    this.callback = callback;
    this.values = values;
    this.#connection = connection;
    this.#statement = CachedStatement.of(text);
  }

  /** Last number of the command tag: `SELECT 3`, `INSERT 0 1`. */
  get rowCount(): number | undefined {
    const count = /\d+$/.exec(this.#tag)?.[0];
    return count === undefined ? undefined : Number(count);
  }

  get command(): string | undefined {
    return /^\w+/.exec(this.#tag)?.[0];
  }

  /** Rejects the query with a timeout; a later result is ignored. */
  expire(): void {
    const { callback } = this;
    this.callback = ignore;
    callback(readTimeout());
  }

  /** Connection of the driver that the query was written to; undefined before. */
  get wire(): Connection | undefined {
    return this.#wire;
  }

  /**
   * Sends the query, unless it was sent. Called by the driver when the query is next, and by `Pipeline` while earlier
   * queries wait for answers: a failure is then reported when the query is next.
   * @returns the error that prevents sending, or null
   */
  submit(wire: Connection): Error | null {
    if (this.#wire) return null;
    const { stream } = wire;
    try {
      const messages = this.#messages();
      if (this.isPipelined) cork(stream);
      if (stream.writable) stream.write(messages);
      this.#wire = wire;
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#layout = this.#statement.layout(fields, this.#connection);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined) return;
    try {
      this.rows.push(this.#layout?.row(fields));
    } catch (error) {
      this.#failure = error;
      this.#statement.forget();
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#preparesBegin) this.#connection.isBeginPrepared = true;
    this.#tag = text;
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.callback(null, this);
    else this.callback(this.#failure);
  }

  handleError(error: unknown): void {
    if (this.#prepares) this.#connection.prepared.set(this.statementName as string, false);
    this.callback(this.#failure ?? error);
  }

  handleEmptyQuery(): void {
    // Nothing to do: an empty query has no rows.
  }

  handlePortalSuspended(): void {
    // Does not occur, because all rows are requested in one step.
  }

  handleCopyInResponse({ stream }: Connection): void {
    // The server has discarded the first sync message while it waited for data.
    stream.write(copyFailure);
  }

  handleCopyData(): void {
    // Ignores the rows of a COPY ... TO STDOUT.
  }

  #messages(): Buffer {
    const connection = this.#connection;
    if (!connection.isBeginDue) return ends.get(this.text) ?? Buffer.concat(this.#extended());
    const messages = Buffer.concat([this.#begin(connection), ...this.#extended()]);
    connection.isBeginDue = false;
    return messages;
  }

  /** BEGIN, which becomes a prepared statement with the first named query. */
  #begin({ isBeginPrepared }: Described): Buffer {
    if (this.statementName === undefined) return begin;
    if (isBeginPrepared) return preparedBegin;
    this.#preparesBegin = true;
    return preparingBegin;
  }

  #extended(): Buffer[] {
    const statement = this.statementName ?? '';
    const bind = serialize.bind({ statement, values: this.values, valueMapper: parameterOf });
    const parse = this.#parse(this.#connection);
    this.#layout = this.#statement.known(this.#connection.owner);
    const end = this.#layout ? execute : describe;
    return parse ? [parse, bind, end] : [bind, end];
  }

  /** The parse message; undefined when the server has the statement. */
  #parse({ prepared }: Described): Buffer | undefined {
    const [name, text] = [this.statementName, this.text];
    if (name === undefined) return this.#statement.parse;
    const isPrepared = prepared.get(name);
    if (isPrepared) return undefined;
    prepared.set(name, true);
    this.#prepares = true;
    const parse = serialize.parse({ text, name });
    // The server may have the statement of a query that failed. It ignores the end of an unknown statement.
    return isPrepared === undefined ? parse : Buffer.concat([serialize.close({ type: 'S', name }), parse]);
  }
}

/** Buffers messages until the running code has ended, to write them together. */
function cork(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function ignore(): void {
  // Ignores a result that arrives after the timeout.
}
