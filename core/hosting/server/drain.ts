import type { Server, ServerResponse } from 'node:http';
import type { AppHandle } from '../../kernel/http/app.ts';
import { lastOf, type Connections } from './connections.ts';

/** Milliseconds between two searches for idle connections while the server stops. */
const CHECK_INTERVAL_MS = 25;

export interface AppServer {
  readonly server: Server;
  readonly connections: Connections;
  /** Directs later requests to an application. */
  readonly serve: (app: AppHandle) => void;
}

/** Number of connections with an unfinished answer. */
export function countRunning({ connections }: Pick<AppServer, 'connections'>): number {
  return connections.open.filter(({ answer }) => answer).length;
}

/** Closes each connection after the answer to its running or next request. Clients then reconnect. */
export function dismiss({ server, connections }: Omit<AppServer, 'serve'>): void {
  for (const { answer } of connections.open) if (answer) lastOf(answer);
  const last = (_request: unknown, answer: ServerResponse) => lastOf(answer);
  server.prependListener('request', last).prependListener('checkExpectation', last);
}

/**
 * Stops listening, lets running requests finish, and closes remaining connections after `timeout` milliseconds.
 * @returns number of requests that were cut off
 */
export async function drain({ server, connections }: Omit<AppServer, 'serve'>, timeout: number): Promise<number> {
  let cut = 0;
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  const closeUnused = () => {
    server.closeIdleConnections();
    // Node does not count a connection without a request as idle.
    connections.closeUnused();
  };
  closeUnused();
  // Node keeps a connection alive when its last request ends after the call of `close`.
  const looking = setInterval(closeUnused, CHECK_INTERVAL_MS);
  const timer = setTimeout(() => {
    cut = countRunning({ connections });
    server.closeAllConnections();
  }, timeout);
  await closed;
  clearInterval(looking);
  clearTimeout(timer);
  return cut;
}
