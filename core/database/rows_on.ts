import type { Connection } from './connection.ts';
import { Pipeline } from './pipeline.ts';
import type { Query } from './query.ts';
import { SentQuery, type Answered } from './protocol/sent_query.ts';

/** Sends a query on a connection that the caller holds. @returns its rows @throws errors of the driver */
export function rowsOn(connection: Connection, query: Query): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const done: Answered = (error, answer) => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- an error of the driver
      if (error) reject(error);
      else resolve(answer?.rows ?? []);
    };
    Pipeline.of(connection).send(new SentQuery(query, connection, done));
  });
}
