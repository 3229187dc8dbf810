import pg, { type Submittable } from 'pg';
import { Limited, type ModuleUsage } from '../../../hosting/internals.ts';
import { codeOf, readTimeout } from '../protocol/unavailable.ts';
import type { Hold } from './held_connections.ts';
import type { QueryTimer } from './query_timer.ts';
import type { Done, QueryWatch } from './query_watch.ts';

/** A query of the application, which the driver sends by its method `submit`. */
export type OwnQuery = Submittable & Limited & { readonly text: string; callback: Done; expire(): void };

type Given = OwnQuery | string | { readonly text: string };
type Send = (given: Given, values?: unknown, done?: Done) => unknown;

/** Observers and limits of the queries of a pool. */
export interface ConnectionTerms {
  readonly owner: Owner;
  readonly timer: QueryTimer;
  readonly watch: QueryWatch | undefined;
}

/** A query of knex or of a caller that holds a connection. */
class DriverQuery extends Limited {
  constructor(public callback: Done) {
    super();
  }

  expire(): void {
    const { callback } = this;
    this.callback = ignore;
    callback(readTimeout());
  }
}

/** A physical connection of the pool. Counts, limits and observes its queries. */
export class Connection extends pg.Client {
  declare readonly processID: number | null;
  declare readonly secretKey: number | null;
  declare readonly sslNegotiation: string;
  /** Dialect whose pool has created the connection. */
  readonly owner: Owner;
  /** Whether the connection leads to the embedded database. */
  readonly isEmbedded: boolean;
  /** Time at which the creation of the connection began, by `performance.now()`. */
  readonly bornAt = performance.now();
  /** Timeout of each query in milliseconds; 0 for none. */
  limitMs = 0;
  /** Reason why the connection must not be used again. */
  lost: Error | undefined;
  /** Resolves when the cancel request was received and the connection is closed; set by `cancelAndClose`. */
  givenUp?: Promise<void>;
  /** Usage of the module that has taken the connection from the pool, if known. */
  usage: ModuleUsage | undefined;
  /** Set while code of a plugin or of custom holds the connection, to report a long hold. */
  hold?: Hold | undefined;
  /** Whether an open transaction has sent no statement yet; BEGIN is sent with the first statement. */
  isBeginDue?: boolean;
  /** Whether a transaction of knex, or of `Database.transaction`, is open. */
  inTransaction = false;
  /** Whether BEGIN is a prepared statement of this connection. */
  isBeginPrepared?: boolean;
  /** Names of prepared statements; those that the server may lack, because their first query failed, are false. */
  readonly prepared = new Map<string, boolean>();
  /** Whether the client of the current read on this connection has disconnected. */
  isAbandoned?: boolean;
  readonly #terms: ConnectionTerms;
  #running = 0;

  constructor(settings: object, terms: ConnectionTerms) {
    super(settings);
    this.#terms = terms;
    this.owner = terms.owner;
    this.isEmbedded = 'stream' in settings;
    this.on('error', (error) => (this.lost ??= error));
    this.on('end', () => (this.lost ??= new Error('Connection ended unexpectedly')));
  }

  /** Whether a query has no answer yet. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the types of the driver's overloads
  override query(given: any, second?: any, third?: any): any {
    return this.#query(given as Given, second, third as Done | undefined);
  }

  #query(given: Given, second: unknown, third: Done | undefined): unknown {
    if (typeof given === 'object' && 'submit' in given) {
      this.#begin(given.text, given);
      return super.query(given);
    }
    const text = typeof given === 'string' ? given : given.text;
    const isDone = typeof second === 'function';
    const values = isDone ? undefined : second;
    const begin = (done: Done) => {
      const query = new DriverQuery(done);
      this.#begin(text, query);
      const answer: Done = (error, answered) => query.callback(error, answered);
      return (super.query as Send).call(this, given, values, answer);
    };
    const done = isDone ? (second as Done) : third;
    if (done) return begin(done);
    return new Promise((resolve, reject) => {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- an error of the driver
      begin((error, answered) => (error ? reject(error) : resolve(answered)));
    }).catch(rethrow);
  }

  #begin(text: string, query: DriverQuery | OwnQuery): void {
    const { timer, watch } = this.#terms;
    const { callback } = query;
    const done = watch ? watch.begin(text, callback, this.usage) : callback;
    this.#running++;
    timer.begin(query, this.limitMs);
    query.callback = (error, answered) => {
      this.#running--;
      timer.end(query);
      done(error && this.#reasonOf(error), answered);
    };
  }

  /** Reason of an error: that of the lost connection, unless the error has a code. */
  #reasonOf(error: unknown): unknown {
    return codeOf(error) === undefined && this.lost ? this.lost : error;
  }
}

/** Methods of a pool that mark its connections for closing after one of them failed. */
interface Owner {
  renew(): void;
  dropIdle(ms: number): void;
}

function ignore(): void {
  // Ignores a result that arrives after the timeout.
}

/** Rethrows with the stack of the caller instead of that of the socket, as `pg` does. */
function rethrow(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error);
  throw error;
}
