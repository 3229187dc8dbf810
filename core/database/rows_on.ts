import type { QueryResult } from 'pg';
import type { Connection } from './connection.ts';
import type { Query } from './query.ts';

/** Told what came of a query. */
export type Answered = (error: unknown, answer?: Pick<QueryResult, 'rows'>) => void;

/** Sends a query on a connection. */
export function send(connection: Connection, { text, values, name }: Query, done: Answered): void {
  // Of a query that comes as an object the driver makes a copy, which takes longer than all else that it does with it.
  if (name === undefined) connection.query(text, values, done);
  else connection.query({ text, values, name }, done);
}

/** Sends a query on a connection. @returns its rows @throws what the driver says */
export function rowsOn(connection: Connection, query: Query): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    send(connection, query, (error, { rows } = { rows: [] }) => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- it is what the driver gave
      if (error) reject(error);
      else resolve(rows);
    });
  });
}
