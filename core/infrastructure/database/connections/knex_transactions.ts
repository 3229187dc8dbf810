import type { Connection } from './connection.ts';
import { SentQuery, type Answered } from '../protocol/sent_query.ts';

/** Result of a knex query; without `response` when the query was not sent. */
export interface Answer {
  response?: { command?: string };
}

/** Sends BEGIN by the driver instead of knex, so that knex emits no `query` event for it. */
export function begin(connection: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- an error of the driver
    const done: Answered = (error) => (error ? reject(error) : resolve());
    connection.query(new SentQuery({ text: 'BEGIN', values: [] }, connection, done));
  });
}

const BEGIN = /^begin;?$/i;
const COMMIT = /^commit;?$/i;
const END = /^(?:commit|rollback);?$/i;

function matches(pattern: RegExp, query: unknown): boolean {
  return typeof query === 'string' && pattern.test(query);
}

/**
 * Whether a query of knex is BEGIN, or ends a transaction that sent no statement. Such queries are not sent. The
 * property `isBeginDue` of the connection delays BEGIN until the first statement.
 */
export function isBoundary(connection: Connection, query: unknown): boolean {
  const [isBegin, isEnd] = [matches(BEGIN, query), matches(END, query)];
  if (isBegin || isEnd) connection.inTransaction = isBegin;
  if (!isBegin && !(isEnd && connection.isBeginDue)) return false;
  connection.isBeginDue = isBegin;
  return true;
}

/** Error of a transaction that was rolled back although its work resolved. */
export function swallowedFailure(cause?: unknown): Error {
  return new Error(
    'The transaction was rolled back, because something in it failed and the error was swallowed. ' +
      'Let errors leave the work given to database.transaction(), and catch them around it.',
    { cause },
  );
}

/** PostgreSQL answers COMMIT of a failed transaction with a silent ROLLBACK. @throws Error for such an answer */
export function assertCommitted(query: unknown, answer: Answer): Answer {
  if (matches(COMMIT, query) && answer.response?.command === 'ROLLBACK') throw swallowedFailure();
  return answer;
}
