import { Limited } from 'lectern/host';
import pg, { type Connection, type FieldDef, type Submittable } from 'pg';
import { serialize } from 'pg-protocol';
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

/** Methods of the driver's connection that its queries use. */
type Wire = Connection & {
  /** Texts of prepared statements by name: parsed by the server, and submitted but not parsed yet. */
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  sendCopyFail(message: string): void;
  sync(): void;
};

// oxlint-disable-next-line lectern/no-cast-by-unknown -- the types of `pg` do not declare this export
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;
// The messages that follow the values are constant, so they are serialized once; the driver does so for each query.
const execute = Buffer.concat([serialize.execute(), serialize.sync()]);
const describe = Buffer.concat([serialize.describe({ type: 'P' }), execute]);
// Without a sync message, so that the server skips the next statement when BEGIN fails.
const begin = Buffer.concat([serialize.parse({ text: 'BEGIN' }), serialize.bind({}), serialize.execute()]);
const BEGIN_NAME = 'lectern_begin';
const preparedBegin = Buffer.concat([serialize.bind({ statement: BEGIN_NAME }), serialize.execute()]);
const preparingBegin = Buffer.concat([serialize.parse({ text: 'BEGIN', name: BEGIN_NAME }), preparedBegin]);
/** Ends of transactions, as simple queries: they have no values and no rows. */
const ends: ReadonlyMap<string, Buffer> = new Map(['COMMIT', 'ROLLBACK'].map((text) => [text, serialize.query(text)]));

/**
 * A query for the driver. Replaces the driver's own query class, which writes five messages for each query and prepares
 * the parsing of rows anew each time.
 */
export class SentQuery extends Limited implements Submittable, Answer {
  readonly text: string;
  /** Name of the prepared statement. The driver reads the name when the server has parsed the statement. */
  name: string | undefined;
  readonly rows: unknown[] = [];
  /** Receives the result. Mutable, because the driver wraps the callback to stop its timer. */
  callback: Answered;
  readonly values: unknown[];
  readonly #connection: Described;
  readonly #statement: CachedStatement;
  #layout: RowLayout | undefined;
  #failure: unknown;
  #tag = '';
  /** Whether BEGIN was sent with this query, to become a prepared statement. */
  #preparesBegin = false;
  #isSent = false;

  constructor({ text, values, name }: Query, connection: Described, callback: Answered) {
    super();
    this.text = text;
    this.name = name;
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

  get isSent(): boolean {
    return this.#isSent;
  }

  /**
   * Sends the query, unless it was sent. Called by the driver when the query is next, and by `Pipeline` while earlier
   * queries wait for answers: a failure is then reported when the query is next.
   * @returns the error that prevents sending, or null
   */
  submit(wire: Connection): Error | null {
    if (this.#isSent) return null;
    try {
      const messages = this.#messages(wire as Wire);
      if (wire.stream.writable) wire.stream.write(messages);
      this.#isSent = true;
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
    this.callback(this.#failure ?? error);
  }

  handleEmptyQuery(): void {
    // Nothing to do: an empty query has no rows.
  }

  handlePortalSuspended(): void {
    // Does not occur, because all rows are requested in one step.
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('COPY is not supported; write INSERT or SELECT');
    // The server has discarded the first sync message while it waited for data.
    wire.sync();
  }

  handleCopyData(): void {
    // Ignores the rows of a COPY ... TO STDOUT.
  }

  #messages(wire: Wire): Buffer {
    const connection = this.#connection;
    if (!connection.isBeginDue) return ends.get(this.text) ?? Buffer.concat(this.#extended(wire));
    const messages = Buffer.concat([this.#begin(connection), ...this.#extended(wire)]);
    connection.isBeginDue = false;
    return messages;
  }

  /** BEGIN, which becomes a prepared statement with the first named query. */
  #begin({ isBeginPrepared }: Described): Buffer {
    if (this.name === undefined) return begin;
    if (isBeginPrepared) return preparedBegin;
    this.#preparesBegin = true;
    // The driver would register the first parsed statement under this name, and the first one is BEGIN.
    this.name = undefined;
    return preparingBegin;
  }

  #extended(wire: Wire): Buffer[] {
    const { name: statement = '' } = this;
    const bind = serialize.bind({ statement, values: this.values, valueMapper: prepareValue });
    const parse = this.#parse(wire);
    this.#layout = this.#statement.known(this.#connection.owner);
    const end = this.#layout ? execute : describe;
    return parse ? [parse, bind, end] : [bind, end];
  }

  /** The parse message; undefined when the server has the statement. */
  #parse({ parsedStatements, submittedNamedStatements: submitted }: Wire): Buffer | undefined {
    const { name, text } = this;
    if (name === undefined) return this.#statement.parse;
    if (parsedStatements[name] ?? submitted[name]) return undefined;
    submitted[name] = text;
    return serialize.parse({ text, name });
  }
}

function ignore(): void {
  // Ignores a result that arrives after the timeout.
}
