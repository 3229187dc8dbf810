import type { Socket } from 'node:net';
import type { RequestView } from '../../kernel/declare/call.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';

/** Called with a request whose client has disconnected before the answer. */
export type GoneListener = (request: RequestView) => void;

const awaited = Symbol('the reading request whose answer a connection waits for');

/** Socket with its waiting request. A socket has one `close` listener for all its requests. */
type WatchedSocket = Socket & { [awaited]?: RequestContext | undefined };

/**
 * Notifies listeners when a client disconnects before its answer, so that the work can be cancelled. Covers reads only:
 * a write is completed even if its client has disconnected.
 */
class Clients {
  /** Reading request whose operation runs synchronously; undefined after its first `await`. */
  current: RequestView | undefined;
  readonly #listeners = new Set<GoneListener>();

  /** Calls `listener` when the client of a waiting read disconnects. @returns a function that removes `listener` */
  onGone(listener: GoneListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Marks a request as waiting, until `answered` is called. */
  await(context: RequestContext): void {
    const socket = context.message.socket as WatchedSocket;
    if (!(awaited in socket)) {
      socket.once('close', () => {
        if (socket[awaited]) this.#notify(socket[awaited]);
      });
    }
    socket[awaited] = context;
  }

  answered(context: RequestContext): void {
    const socket = context.message.socket as WatchedSocket;
    // Of pipelined requests only the last one is tracked.
    if (socket[awaited] === context) socket[awaited] = undefined;
  }

  #notify(request: RequestView): void {
    for (const listener of this.#listeners) listener(request);
  }
}

export const clients = new Clients();
