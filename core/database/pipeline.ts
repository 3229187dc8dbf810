import type { Connection } from './connection.ts';
import { SentQuery } from './protocol/sent_query.ts';

const pipelines = new WeakMap<Connection, Pipeline>();

/** Called when a query of the driver may begin. */
type Begin = () => void;

/**
 * Queries of a connection in their order. Statements that are started together are sent without waiting for the answers
 * in between, so that they share one round trip; the server runs them one after another. Queries of knex run alone.
 */
export class Pipeline {
  readonly #connection: Connection;
  /** Queries without an answer, oldest first; the driver knows the oldest only. */
  readonly #queries: (SentQuery | Begin)[] = [];

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  static of(connection: Connection): Pipeline {
    const pipeline = pipelines.get(connection) ?? new Pipeline(connection);
    pipelines.set(connection, pipeline);
    return pipeline;
  }

  /** Sends a statement, unless a query before it has to run alone. */
  send(query: SentQuery): void {
    const { callback } = query;
    query.callback = (error, answer) => {
      this.#end();
      callback(error, answer);
    };
    const last = this.#queries.at(-1);
    this.#queries.push(query);
    if (!last) this.#connection.query(query);
    else if (last instanceof SentQuery && last.isSent) query.sendEarly(this.#connection.connection);
  }

  /** Runs a query of knex after all earlier queries, and before all later queries. */
  async alone<T>(query: () => Promise<T>): Promise<T> {
    if (this.#queries.push(noop) > 1) await new Promise<void>((begin) => this.#queries.splice(-1, 1, begin));
    try {
      return await query();
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#queries.shift();
    const [next] = this.#queries;
    if (next instanceof SentQuery) this.#sendFrom(next);
    else next?.();
  }

  /** Sends the statements that have waited for the same query. */
  #sendFrom(next: SentQuery): void {
    this.#connection.query(next);
    for (const query of this.#queries.slice(1)) {
      if (!(query instanceof SentQuery)) return;
      if (next.isSent && !query.isSent) query.sendEarly(this.#connection.connection);
    }
  }
}

function noop(): void {
  // The first query begins immediately.
}
