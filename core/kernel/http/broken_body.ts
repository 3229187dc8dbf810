import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '../declare/failure.ts';

/** Milliseconds that a request whose body breaks off may still take to be answered. */
const PATIENCE = 5_000;

const broken = new WeakMap<IncomingMessage, Failure>();

/** What is wrong with the rest of a body, where the server has found it out before anybody began to read. */
export function brokenBy(request: IncomingMessage): Failure | undefined {
  return broken.get(request);
}

/**
 * The body of a request that is being answered breaks off. Whoever reads it fails with this, which is the answer; whatever
 * else is answered is the last answer of the connection.
 */
export function breakBody(response: ServerResponse, failure: Failure): void {
  const { req: request, socket } = response;
  if (response.headersSent) {
    // Half an answer is out; another one behind it would be taken for its rest.
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
  // Nobody reads it yet, and there is nothing more to come: the client has gone away.
  else if (socket?.readableEnded) socket.destroy();
}
