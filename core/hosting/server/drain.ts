import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds between two searches for idle connections while the server stops. */
const LOOK = 25;
/** Milliseconds for which the first request of a new connection may still be on its way. */
const YOUNG = 100;

/** Socket with its current answer, an internal of Node. */
type BusySocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Open connections of each server, with their time of connection. */
const connections = new WeakMap<Server, Map<BusySocket, number>>();

/** Tracks the open connections of a server, for `dismiss` and `drain`. */
export function watchConnections(server: Server): void {
  const open = new Map<BusySocket, number>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.set(socket, performance.now());
    socket.once('close', () => open.delete(socket));
  });
}

/** Number of requests in progress. */
export function countRunning(server: Server): number {
  return openOf(server).filter(([{ _httpMessage: answer }]) => answer).length;
}

/** Closes each connection after its next answer, also that of a running request. Clients then reach another process. */
export function dismiss(server: Server): void {
  for (const [{ _httpMessage: answer }] of openOf(server)) if (answer) answer.shouldKeepAlive = false;
  const last = (_request: unknown, answer: ServerResponse) => {
    answer.shouldKeepAlive = false;
  };
  server.prependListener('request', last).prependListener('checkExpectation', last);
}

/**
 * Stops listening, lets running requests finish, and closes remaining connections after `timeout` milliseconds.
 * @returns number of requests that were cut off
 */
export async function drain(server: Server, timeout: number): Promise<number> {
  let cut = 0;
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  closeUnused(server);
  // Node keeps a connection alive when its last request ends after the call of `close`.
  const looking = setInterval(closeUnused, LOOK, server);
  const timer = setTimeout(() => {
    cut = countRunning(server);
    server.closeAllConnections();
  }, timeout);
  await closed;
  clearInterval(looking);
  clearTimeout(timer);
  return cut;
}

function closeUnused(server: Server): void {
  server.closeIdleConnections();
  const now = performance.now();
  // Node does not count a connection without a request as idle.
  for (const [socket, since] of openOf(server)) if (socket.bytesRead === 0 && now - since > YOUNG) socket.destroy();
}

function openOf(server: Server): [BusySocket, number][] {
  return [...(connections.get(server) ?? [])];
}
