import knex, { type Knex } from 'knex';
import type { Client } from 'pg';
import { DatabaseUnavailable, describeFailure, isReadTimeout } from './unavailable.ts';

/** One physical connection, as the pool hands it out. */
export type Connection = Client & ConnectionInside;

/** What the types of `pg` do not tell, and knex's mark of a connection that is out of use. */
interface ConnectionInside {
  __knex__disposed?: Error;
  connection: { stream: { destroy(error: Error): void } };
  connectionParameters: { query_timeout: number };
}

/** What the driver answered, if it did. */
interface Answer {
  response?: { command?: string };
}

// knex offers the class of a dialect through an instance only.
const { constructor: PostgresDialect } = knex({ client: 'pg' }).client as { constructor: typeof Knex.Client };

/** knex's PostgreSQL dialect, whose errors tell a database that is away from a statement that is wrong. */
export class LecternDialect extends PostgresDialect {
  override async acquireConnection(): Promise<Connection> {
    try {
      return (await super.acquireConnection()) as Connection;
    } catch (error) {
      throw this.#describeAcquireFailure(error);
    }
  }

  override async query(connection: Connection, query: unknown): Promise<Answer> {
    try {
      return assertCommitted(query, (await super.query(connection, query)) as Answer);
    } catch (error) {
      throw failureOn(connection, error);
    }
  }

  #describeAcquireFailure(error: unknown): unknown {
    if ((error as Error).name !== 'KnexTimeoutError') return describeFailure(error);
    const { max } = this.config.pool as { max: number };
    const wait = `No database connection became free within ${this.config.acquireConnectionTimeout} ms`;
    const reason =
      max === 1
        ? 'the embedded database has one connection, and a query was made outside the open transaction that holds ' +
          'it, or that transaction takes too long. Make every query inside the work given to database.transaction()'
        : `all ${max} are in use. Look for long transactions and for queries made outside the transaction that ` +
          'waits for them, or raise database.poolMax';
    return new DatabaseUnavailable(`${wait}: ${reason}.`, { cause: error });
  }
}

/** The dialect behind a knex: the way to its connections. */
export function dialectOf(pool: Knex): LecternDialect {
  return pool.client as LecternDialect;
}

/** Why a transaction is not committed although its work came to an end. */
export function swallowedFailure(cause?: unknown): Error {
  return new Error(
    'The transaction was rolled back, because something in it failed and the error was swallowed. ' +
      'Let errors leave the work given to database.transaction(), and catch them around it.',
    { cause },
  );
}

// PostgreSQL answers COMMIT of a failed transaction with a silent ROLLBACK: the caller would believe it was stored.
function assertCommitted(query: unknown, answer: Answer): Answer {
  if (query === 'COMMIT;' && answer.response?.command === 'ROLLBACK') throw swallowedFailure();
  return answer;
}

/**
 * The error to throw when a query failed on a connection. After a time-out the connection is hung up, because the
 * next query on it would wait for the answer of this one.
 */
export function failureOn(connection: Connection, error: unknown): unknown {
  if (isReadTimeout(error)) hangUp(connection);
  // What the server quotes of rows and parameters may be secret, and whoever logs the error would log it, too.
  if (error instanceof Error) Object.assign(error, { detail: undefined, where: undefined });
  return describeFailure(error);
}

/** Runs `work` with another time limit for each query on the connection, in milliseconds; 0 is none. */
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

function hangUp(connection: Connection): void {
  const reason = new Error('Connection terminated after a query time-out');
  // The stream tells only later, and the pool would hand the connection out before.
  connection.__knex__disposed = reason;
  connection.connection.stream.destroy(reason);
}
