import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Express } from 'express';
import type { Config } from '../config/schema.ts';
import { standardFailures } from '../standard_failures.ts';
import type { AppEntrance } from './app.ts';
import { answerBrokenRequests } from './broken_requests.ts';
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

/** What Node notes of the requests on a connection. */
type CountedResponse = ServerResponse & { readonly maxRequestsOnConnectionReached?: boolean };

/**
 * Makes the server of an Express application. Its requests and responses are born with the prototypes that Express
 * would otherwise set on each of them, which is the larger part of what Express costs.
 */
export function createAppServer(
  { app, listener, door }: Pick<AppEntrance, 'app' | 'listener' | 'door'>,
  limits: ServerLimits,
): Server {
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
  new Connections(fittingLimits(limits, door), door).guard(server);
  watchConnections(server);
  answerBrokenRequests(server, door, urlLimit);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    door.refuse(request, response, standardFailures.expectationFailed());
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
