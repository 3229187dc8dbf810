import { standardFailures, type RequestView } from 'lectern';
import { clients } from '../../../hosting/internals.ts';
import type { Connection } from './connection.ts';
import { cancelAndClose } from './close_connection.ts';

/** Request that waits for a query. The query is cancelled when the client of the request disconnects. */
export type Reading = RequestView;

/** Delay of the cancel request after a disconnect. Most statements end earlier, and the request needs a connection. */
const CANCEL_DELAY_MS = 100;

/**
 * Requests that are reading now outside of a transaction, by connection; undefined after the read. Entries are not
 * deleted after each read: a Map that often rebuilds its table keeps deleted values in memory.
 */
const underWay = new Map<Connection, Reading | undefined>();
let isShared = false;

clients.onGone((request) => setTimeout(abandon, CANCEL_DELAY_MS, request).unref());

/** Cancels reads of disconnected clients. */
export const ClientReads = {
  /**
   * The request of a read that starts now; undefined for an unknown request, or a result that several callers share.
   * @param given request that the caller has passed; default: the request whose operation runs right now
   */
  current(given?: Reading): Reading | undefined {
    return isShared ? undefined : (given ?? clients.current);
  },

  /** Starts a read for several callers. Queries that `read` starts synchronously are not cancelled by a disconnect. */
  share<T>(read: () => Promise<T>): Promise<T> {
    isShared = true;
    try {
      return read();
    } finally {
      isShared = false;
    }
  },

  /** Assigns a connection to a read. @throws the standard failure `unavailable` when the client has disconnected */
  begin(reading: Reading, connection: Connection): void {
    if (reading.message.socket.destroyed) throw ClientReads.gone();
    if (!underWay.has(connection)) connection.once('end', () => underWay.delete(connection));
    underWay.set(connection, reading);
  },

  end(connection: Connection): void {
    if (underWay.has(connection)) underWay.set(connection, undefined);
  },

  /** Failure of a read whose client has disconnected. */
  gone() {
    return standardFailures.unavailable({ message: 'The client has disconnected.' });
  },
};

function abandon(request: Reading): void {
  for (const [connection, reading] of underWay) {
    if (reading !== request) continue;
    connection.isAbandoned = true;
    cancelAndClose(connection, 'the client has disconnected');
  }
}
