import { Limited } from 'lectern/host';
import pg, { type Connection, type FieldDef, type Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import type { Query } from '../query.ts';
import { readTimeout } from '../unavailable.ts';
import { Plan, type Described } from './plan.ts';
import type { RowLayout } from './row_layout.ts';

/** What came of a query. */
export interface Answer {
  readonly rows: readonly unknown[];
  /** How many rows were found or changed, where the server tells it. */
  readonly rowCount: number | undefined;
}

/** Told what came of a query. */
export type Answered = (error: unknown, answer?: Answer) => void;

/** The driver's connection, as far as its own queries know it. */
type Wire = Connection & {
  /** Texts by the names under which the server remembers them, or will. */
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  sendCopyFail(message: string): void;
  sync(): void;
};

// eslint-disable-next-line no-restricted-syntax -- its types leave out what it exports
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;
// What follows the values is always the same: the driver would make and write three messages of it.
const execute = Buffer.concat([serialize.execute(), serialize.sync()]);
const describe = Buffer.concat([serialize.describe({ type: 'P' }), execute]);

/**
 * A query on its way through the driver, in place of the driver's own: that makes five messages for each, and finds out anew
 * how its rows are read, which takes longer than all else that it does.
 */
export class SentQuery extends Limited implements Submittable, Answer {
  readonly text: string;
  readonly name: string | undefined;
  readonly rows: unknown[] = [];
  /** The driver lays its own around it, which ends the time limit. */
  callback: Answered;
  readonly values: unknown[];
  readonly #connection: Described;
  readonly #plan: Plan;
  #layout: RowLayout | undefined;
  #failure: unknown;
  #tag = '';

  constructor({ text, values, name }: Query, connection: Described, callback: Answered) {
    super();
    this.text = text;
    this.name = name;
    this.callback = callback;
    this.values = values;
    this.#connection = connection;
    this.#plan = Plan.of(text);
  }

  /** The last number of what the server calls the command: `SELECT 3`, `INSERT 0 1`. */
  get rowCount(): number | undefined {
    const count = /\d+$/.exec(this.#tag)?.[0];
    return count === undefined ? undefined : Number(count);
  }

  /** Nobody waits for it any longer; what may still come of it, nobody hears. */
  expire(): void {
    const { callback } = this;
    this.callback = ignore;
    callback(readTimeout());
  }

  /** @returns why it cannot be sent */
  submit(wire: Connection): Error | null {
    try {
      const messages = this.#messages(wire as Wire);
      if (wire.stream.writable) wire.stream.write(messages);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#layout = this.#plan.layout(fields, this.#connection);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined) return;
    try {
      this.rows.push(this.#layout?.row(fields));
    } catch (error) {
      this.#failure = error;
      this.#plan.forget();
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
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
    // It has no rows.
  }

  handlePortalSuspended(): void {
    // All rows are asked for at once.
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('Nothing is copied here.');
    // The server has passed by the first one, because it waited for what is to be copied.
    wire.sync();
  }

  handleCopyData(): void {
    // Nobody has asked for it.
  }

  #messages(wire: Wire): Buffer {
    const { name: statement = '' } = this;
    const bind = serialize.bind({ statement, values: this.values, valueMapper: prepareValue });
    const parse = this.#parse(wire);
    this.#layout = this.#plan.known(this.#connection.owner);
    const end = this.#layout ? execute : describe;
    return Buffer.concat(parse ? [parse, bind, end] : [bind, end]);
  }

  /** Undefined where the server remembers the text. */
  #parse({ parsedStatements, submittedNamedStatements: submitted }: Wire): Buffer | undefined {
    const { name, text } = this;
    if (name === undefined) return this.#plan.parse;
    if (parsedStatements[name] ?? submitted[name]) return undefined;
    submitted[name] = text;
    return serialize.parse({ text, name });
  }
}

function ignore(): void {
  // It comes too late.
}
