import { cancel } from './cancel.ts';
import type { Connection } from './connection.ts';

/** Closes a connection immediately; pending queries are rejected. */
export function closeConnection(connection: Connection, why: string): void {
  // Without this mark, the pool could lend the connection before its end. Pending queries are rejected with this reason.
  connection.lost = new Error(`Connection terminated: ${why}`);
  // Ends a connection with a running query at once.
  void connection.end();
}

/** Asks the server to cancel the running statement of a connection, then closes the connection. */
export function cancelAndClose(connection: Connection, why: string): void {
  connection.lost ??= new Error(`Connection terminated: ${why}`);
  // The cancel request precedes the close, because a pooler cannot cancel the statement of a closed connection.
  connection.givenUp ??= cancel(connection).then(() => closeConnection(connection, why));
}
