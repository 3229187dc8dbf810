import type { Connection } from './connection.ts';
import { Pipeline } from './pipeline.ts';
import type { Query } from '../protocol/query.ts';
import { SentQuery, type Answer, type Answered } from '../protocol/sent_query.ts';

/** Sends a query on a connection that the caller holds. @throws errors of the driver */
export function answerOn(connection: Connection, query: Query): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const done: Answered = (error, answer) => {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- an error of the driver
      if (error || !answer) reject(error);
      else resolve(answer);
    };
    Pipeline.of(connection).send(new SentQuery(query, connection, done));
  });
}

/** Sends a query like `answerOn`. @returns only the rows */
export async function rowsOn(connection: Connection, query: Query): Promise<readonly unknown[]> {
  return (await answerOn(connection, query)).rows;
}
