import type { Socket } from 'node:net';
import type { RequestView } from '../../kernel/declare/call.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';

/** Told that nobody waits for the answer to a request any more. */
export type GoneListener = (request: RequestView) => void;

const awaited = Symbol('the reading request whose answer a connection waits for');

/** Each connection is listened to once, however many requests it brings. */
type WatchedSocket = Socket & { [awaited]?: RequestContext | undefined };

/**
 * What a service that works for requests may know of those who wait for the answers, so that it need not work for
 * nobody. Only of operations that read: whether another one is carried out does not depend on who waits.
 */
class Clients {
  /** Whose operation is running at this moment; it is nobody's any more behind the first `await`. */
  current: RequestView | undefined;
  readonly #listeners = new Set<GoneListener>();

  /**
   * Calls back when a client has gone before its answer, once for each request.
   * @returns what ends that
   */
  onGone(listener: GoneListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A request is worked for from now on, until `answered`. */
  await(context: RequestContext): void {
    const socket = context.message.socket as WatchedSocket;
    if (!(awaited in socket)) {
      socket.once('close', () => {
        if (socket[awaited]) this.#tell(socket[awaited]);
      });
    }
    socket[awaited] = context;
  }

  answered(context: RequestContext): void {
    const socket = context.message.socket as WatchedSocket;
    // Of requests that were sent without waiting for answers, only the last one is known.
    if (socket[awaited] === context) socket[awaited] = undefined;
  }

  #tell(request: RequestView): void {
    for (const listener of this.#listeners) listener(request);
  }
}

export const clients = new Clients();
