import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Express } from 'express';
import type { Config } from '../../kernel/declare/config_schema.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import type { AppEntrance } from '../../kernel/http/app.ts';
import { answerBrokenRequests } from './broken_requests.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { Connections } from './connections.ts';
import { watchConnections } from './drain.ts';
import { fittingLimits } from './open_files.ts';

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

/** An application, and what admits connections to it. */
export interface Served extends Pick<AppEntrance, 'app' | 'listener'> {
  readonly admission: ConnectionAdmission;
}

/** What Node notes of the requests on a connection. */
type CountedResponse = ServerResponse & { readonly maxRequestsOnConnectionReached?: boolean };

/**
 * Makes the server of an Express application. Its requests and responses are born with the prototypes that Express
 * would otherwise set on each of them, which is the larger part of what Express costs.
 */
export function createAppServer({ app, listener, admission }: Served, limits: ServerLimits): Server {
  const { headerLimit, urlLimit, requestTimeout, headerTimeout, keepAliveTimeout, connectionRequests } = limits;
  const headersTimeout = Math.min(requestTimeout, headerTimeout);
  const options = {
    ...classesOf(app),
    maxHeaderSize: headerLimit,
    requestTimeout,
    headersTimeout,
    keepAliveTimeout,
    // A request without a Host gets our own answer instead of an empty one.
    requireHostHeader: false,
  };
  const server = createServer(options as never, (request, response) => {
    // Node only tells the client that it has had as many requests as it may have, and keeps the connection.
    if ((response as CountedResponse).maxRequestsOnConnectionReached) response.shouldKeepAlive = false;
    listener(request, response);
  });
  // Node would leave out what is too much; the kernel refuses it.
  server.maxHeadersCount = 0;
  server.maxRequestsPerSocket = connectionRequests;
  new Connections(fittingLimits(limits, admission), admission).guard(server);
  watchConnections(server);
  answerBrokenRequests(server, admission, urlLimit);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    admission.refuse(request, response, standardFailures.expectationFailed());
  });
  return server;
}

/**
 * Classes whose prototypes are the application's own, with all that Express adds behind them. Real classes, so that the
 * engine knows from the start how large their objects become.
 */
function classesOf(app: Express) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
