import { cancel } from './cancel.ts';
import type { Connection } from './connection.ts';

/** Ends a connection at once; whoever waits for an answer on it is refused. */
export function hangUp(connection: Connection, why: string): void {
  const reason = new Error(`Connection terminated: ${why}`);
  // The stream tells only later, and the pool would hand the connection out before.
  connection.__knex__disposed = reason;
  connection.connection.stream.destroy(reason);
}

/** Ends a connection whose statement is not waited for any more: the server must not go on with it either. */
export function giveUp(connection: Connection, why: string): void {
  connection.__knex__disposed ??= new Error(`Connection terminated: ${why}`);
  // In this order, because a pooler forgets of a connection that is closed what it could cancel.
  connection.givenUp ??= cancel(connection).then(() => {
    hangUp(connection, why);
  });
}
