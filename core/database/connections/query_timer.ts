import { TimeLimit } from 'lectern/host';
import type { Connection } from './connection.ts';
import type { SentQuery } from '../protocol/sent_query.ts';

/** Enforces the default query timeout with a shared timer; the driver would set one timer for each query. */
export class QueryTimer {
  readonly #limit: TimeLimit<SentQuery>;

  /** @param ms default timeout in milliseconds; 0 for none */
  constructor(private readonly ms: number) {
    this.#limit = new TimeLimit(ms, (query) => query.expire());
  }

  /** Sends a query with the timeout of its connection. @throws errors of the driver */
  send(connection: Connection, query: SentQuery): void {
    const { connectionParameters } = connection;
    const isUsual = this.ms > 0 && connectionParameters.query_timeout === this.ms;
    if (isUsual) {
      this.#limit.begin(query);
      connectionParameters.query_timeout = 0;
    }
    try {
      connection.query(query);
    } finally {
      if (isUsual) connectionParameters.query_timeout = this.ms;
    }
  }

  end(query: SentQuery): void {
    this.#limit.end(query);
  }
}

/** Runs `work` with another query timeout on the connection, in milliseconds; 0 disables it. */
export async function withQueryLimit<T>(connection: Connection, ms: number, work: () => Promise<T>): Promise<T> {
  const { connectionParameters } = connection;
  const { query_timeout: before } = connectionParameters;
  connectionParameters.query_timeout = ms;
  try {
    return await work();
  } finally {
    connectionParameters.query_timeout = before;
  }
}
