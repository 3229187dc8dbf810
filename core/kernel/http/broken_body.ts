import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '../declare/failure.ts';

/** Milliseconds in which a request with a broken body may still be answered. */
const PATIENCE = 5_000;

const broken = new WeakMap<IncomingMessage, Failure>();

/** Failure of a body that the server found to be broken before it was read. */
export function brokenBy(request: IncomingMessage): Failure | undefined {
  return broken.get(request);
}

/**
 * Breaks the body of a running request. Reading the body then fails with `failure`, which becomes the answer; any other
 * answer is the last of its connection.
 */
export function breakBody(response: ServerResponse, failure: Failure): void {
  const { req: request, socket } = response;
  if (response.headersSent) {
    // Part of an answer was sent; the client would read another answer as its rest.
    socket?.destroy();
    return;
  }
  broken.set(request, failure);
  response.shouldKeepAlive = false;
  const patience = setTimeout(() => socket?.destroy(), PATIENCE).unref();
  response.once('close', () => {
    clearTimeout(patience);
  });
  if (request.listenerCount('error') > 0) request.emit('error', failure);
  // The body is not being read, and the socket has ended: the client has disconnected.
  else if (socket?.readableEnded) socket.destroy();
}
