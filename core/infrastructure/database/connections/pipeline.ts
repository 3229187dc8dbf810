import type { Connection } from './connection.ts';
import { SentQuery } from '../protocol/sent_query.ts';

const pipelines = new WeakMap<Connection, Pipeline>();

/** Lets a queued query of knex begin. */
type Begin = () => void;

/**
 * Queue of the queries of one connection. Statements started together are sent together and share one round trip; the
 * server runs them one after another. A query of knex is sent only when no other query waits for an answer.
 */
export class Pipeline {
  /** Queries without an answer, oldest first. Only the oldest is known to the driver. */
  readonly #queries: (SentQuery | Begin)[] = [];

  private constructor(private readonly connection: Connection) {}

  static of(connection: Connection): Pipeline {
    const pipeline = pipelines.get(connection) ?? new Pipeline(connection);
    pipelines.set(connection, pipeline);
    return pipeline;
  }

  /** Whether each query without an answer is a written statement. False while a query of knex runs or waits. */
  get isSent(): boolean {
    return this.#queries.every((query) => query instanceof SentQuery && query.wire !== undefined);
  }

  /** Sends a statement, or queues it behind a query of knex or a statement that was not written. */
  send(query: SentQuery): void {
    query.isPipelined = true;
    const { callback } = query;
    query.callback = (error, answer) => {
      this.#end();
      callback(error, answer);
    };
    const last = this.#queries.at(-1);
    this.#queries.push(query);
    if (!last) this.connection.query(query);
    else if (last instanceof SentQuery && last.wire) query.submit(last.wire);
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

  /** Sends the statement `next`, then the statements queued after it, and stops at the first query of knex. */
  #sendFrom(next: SentQuery): void {
    this.connection.query(next);
    for (const query of this.#queries.slice(1)) {
      if (!(query instanceof SentQuery)) return;
      if (next.wire) query.submit(next.wire);
    }
  }
}

function noop(): void {
  // Never called: a query of knex that begins immediately only needs an entry in the queue.
}
