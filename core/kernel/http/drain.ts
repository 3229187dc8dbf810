import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often a server that stops looks for connections that have become idle, in milliseconds. */
const LOOK = 25;

const connections = new WeakMap<Server, Set<Socket>>();

/** Keeps a list of the open connections of a server, for `drain`. */
export function watchConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** Stops listening, lets running requests finish, and closes what is still open after `timeout` milliseconds. */
export async function drain(server: Server, timeout: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  closeUnused(server);
  // Node keeps a connection for the next request when its last one ends after the call of `close`.
  const looking = setInterval(closeUnused, LOOK, server);
  const patience = setTimeout(() => {
    server.closeAllConnections();
  }, timeout);
  await closed;
  clearInterval(looking);
  clearTimeout(patience);
}

function closeUnused(server: Server): void {
  server.closeIdleConnections();
  // To Node a connection that has not sent anything yet is not idle.
  for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}
