import { cancel } from './cancel.ts';
import type { Connection } from './connection.ts';

/** Closes a connection immediately; pending queries are rejected. */
export function closeConnection(connection: Connection, why: string): void {
  const reason = new Error(`Connection terminated: ${why}`);
  // Without this mark, the pool could lend the connection before its stream reports the end.
  connection.__knex__disposed = reason;
  connection.connection.stream.destroy(reason);
}

/** Asks the server to cancel the running statement of a connection, then closes the connection. */
export function cancelAndClose(connection: Connection, why: string): void {
  connection.__knex__disposed ??= new Error(`Connection terminated: ${why}`);
  // The cancel request precedes the close, because a pooler cannot cancel the statement of a closed connection.
  connection.givenUp ??= cancel(connection).then(() => {
    closeConnection(connection, why);
  });
}
