import { standardFailures, type RequestView } from 'lectern';
import { clients } from 'lectern/host';
import type { Connection } from './connection.ts';
import { giveUp } from './give_up.ts';

/** The request that something is read for. */
export type Reading = RequestView;

/** A client that has gone costs a connection; what ends by itself in this time is not worth it. */
const GRACE_MS = 100;

/**
 * What is read at the moment, outside of transactions, for requests that somebody waits for; by connections, which stay
 * here between two of them. For what it would do to delete them each time, see `Row`.
 */
const underWay = new Map<Connection, Reading | undefined>();
let isShared = false;

clients.onGone((request) => {
  setTimeout(abandon, GRACE_MS, request).unref();
});

/** Lets nothing be read any more for clients that have gone. */
export const Readers = {
  /**
   * For which request something is read that is asked for now; for none when that is not known, or others get it too.
   * @param given the request of the call, where it was handed on
   */
  current(given?: Reading): Reading | undefined {
    return isShared ? undefined : (given ?? clients.current);
  },

  /** Begins to read what others may wait for, too: it goes on when the client has gone that asked first. */
  share<T>(read: () => Promise<T>): Promise<T> {
    isShared = true;
    try {
      return read();
    } finally {
      isShared = false;
    }
  },

  /** A statement begins on a connection. @throws unavailable, which nobody hears, when the client has gone */
  begin(reading: Reading, connection: Connection): void {
    if (reading.message.socket.destroyed) throw Readers.gone();
    if (!underWay.has(connection)) connection.once('end', () => underWay.delete(connection));
    underWay.set(connection, reading);
  },

  end(connection: Connection): void {
    if (underWay.has(connection)) underWay.set(connection, undefined);
  },

  /** Nobody's error: it is neither logged nor counted against a plugin. */
  gone() {
    return standardFailures.unavailable({ message: 'The client has gone.' });
  },
};

function abandon(request: Reading): void {
  for (const [connection, reading] of underWay) {
    if (reading !== request) continue;
    connection.isAbandoned = true;
    giveUp(connection, 'the client has gone');
  }
}
