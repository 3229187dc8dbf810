import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How often a server that stops looks for connections that have become idle, in milliseconds. */
const LOOK = 25;
/** A connection that is younger than this may have its first request on the way, in milliseconds. */
const YOUNG = 100;

/** The answer that a connection is occupied with, as Node knows it. */
type BusySocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Open connections of a server, and when each was made. */
const connections = new WeakMap<Server, Map<BusySocket, number>>();

/** Keeps a list of the open connections of a server, for `dismiss` and `drain`. */
export function watchConnections(server: Server): void {
  const open = new Map<BusySocket, number>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.set(socket, performance.now());
    socket.once('close', () => open.delete(socket));
  });
}

/** How many requests are being answered. */
export function countRunning(server: Server): number {
  return openOf(server).filter(([{ _httpMessage: answer }]) => answer).length;
}

/**
 * Has every answer from now on, of running requests too, tell its client to connect anew for the next one: whoever is
 * asked then is somebody who stays.
 */
export function dismiss(server: Server): void {
  for (const [{ _httpMessage: answer }] of openOf(server)) if (answer) answer.shouldKeepAlive = false;
  const last = (_request: unknown, answer: ServerResponse) => {
    answer.shouldKeepAlive = false;
  };
  server.prependListener('request', last).prependListener('checkExpectation', last);
}

/**
 * Stops listening, lets running requests finish, and closes what is still open after `timeout` milliseconds.
 * @returns how many requests were cut off
 */
export async function drain(server: Server, timeout: number): Promise<number> {
  let cut = 0;
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  closeUnused(server);
  // Node keeps a connection for the next request when its last one ends after the call of `close`.
  const looking = setInterval(closeUnused, LOOK, server);
  const patience = setTimeout(() => {
    cut = countRunning(server);
    server.closeAllConnections();
  }, timeout);
  await closed;
  clearInterval(looking);
  clearTimeout(patience);
  return cut;
}

function closeUnused(server: Server): void {
  server.closeIdleConnections();
  const now = performance.now();
  // To Node a connection that has not sent anything yet is not idle.
  for (const [socket, since] of openOf(server)) if (socket.bytesRead === 0 && now - since > YOUNG) socket.destroy();
}

function openOf(server: Server): [BusySocket, number][] {
  return [...(connections.get(server) ?? [])];
}
