import { createServer, IncomingMessage, ServerResponse, type RequestListener, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import type { Express } from 'express';
import type { Config } from '../../kernel/base/config_schema.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import type { AppHandle } from '../../kernel/http/app.ts';
import { answerBrokenRequests } from './broken_requests.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { Connections } from './connections.ts';

export type ServerLimits = Pick<
  Config['http'],
  | 'headerLimit'
  | 'urlLimit'
  | 'requestTimeout'
  | 'headerTimeout'
  | 'answerTimeout'
  | 'keepAliveTimeout'
  | 'connectionRequests'
  | 'maxConnections'
  | 'maxConnectionsPerAddress'
>;

/** An application as the server uses it. */
type ServedApp = Pick<AppHandle, 'app' | 'listener'>;

export interface Served {
  readonly appHandle: ServedApp;
  readonly admission: ConnectionAdmission;
}

export interface AppServer {
  readonly server: Server;
  readonly connections: Connections;
  /** Directs later requests to an application. */
  readonly serve: (app: AppHandle) => void;
}

/** Milliseconds between checks for late requests. Short, so that a check rejects only a part of a burst of clients. */
const CHECK_INTERVAL_MS = 100;

/**
 * Creates the server of an Express application. Its requests and responses have Express's prototypes from the start.
 * Express would otherwise change the prototypes of each object, which is slow.
 */
export function createAppServer({ appHandle, admission }: Served, limits: ServerLimits): AppServer {
  const { headerLimit, urlLimit, requestTimeout, headerTimeout, keepAliveTimeout } = limits;
  const headersTimeout = Math.min(requestTimeout, headerTimeout);
  const classes = {
    IncomingMessage: class extends IncomingMessage {},
    ServerResponse: class extends ServerResponse {},
  };
  let listener: RequestListener;
  const serve = (next: ServedApp) => {
    adopt(classes, next.app);
    ({ listener } = next);
  };
  serve(appHandle);
  const options = {
    ...classes,
    maxHeaderSize: headerLimit,
    requestTimeout,
    headersTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    // The kernel rejects a request without Host itself, with the standard error body.
    requireHostHeader: false,
  };
  const connections = new Connections(fittingLimits(limits, admission), admission);
  const server = createServer(options as never, (request, response) => {
    if (connections.begins(request, response)) listener(request, response);
  });
  // Node would drop excess headers; the kernel rejects the request instead.
  server.maxHeadersCount = 0;
  connections.guard(server);
  answerBrokenRequests(server, { connections, admission, urlLimit });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    if (connections.begins(request, response))
      admission.refuse(request, response, standardFailures.expectationFailed());
  });
  return { server, connections, serve };
}

interface MessageClasses {
  readonly IncomingMessage: { readonly prototype: IncomingMessage };
  readonly ServerResponse: { readonly prototype: ServerResponse };
}

/** Gives the classes the prototypes of the application, including the additions of Express. */
function adopt(
  { IncomingMessage: { prototype: request }, ServerResponse: { prototype: response } }: MessageClasses,
  app: Express,
): void {
  Object.setPrototypeOf(request, app.request);
  Object.setPrototypeOf(response, app.response);
  Object.assign(app, { request, response });
}

/** File descriptors kept for everything but connections of clients: database, log, modules. */
const OTHERS = 128;

/** Limit of open files of this process; undefined if unlimited or unknown. */
function openFileLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/**
 * Lowers a higher `maxConnections` to the limit of open files minus 128, and logs a warning. Beyond the limit of open
 * files, connections would be closed without an answer.
 */
function fittingLimits<T extends { readonly maxConnections: number }>(
  limits: T,
  admission: Pick<ConnectionAdmission, 'warn'>,
): T {
  const files = openFileLimit();
  if (files === undefined || limits.maxConnections <= files - OTHERS) return limits;
  const maxConnections = Math.max(1, files - OTHERS);
  const fix = `raise the limit (ulimit -n, LimitNOFILE=) to ${limits.maxConnections + OTHERS}, or lower http.maxConnections`;
  admission.warn(`This process may open ${files} files, so it serves ${maxConnections} connections at a time; ${fix}.`);
  return { ...limits, maxConnections };
}
