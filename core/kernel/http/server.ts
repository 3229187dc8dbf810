import { createServer, IncomingMessage, ServerResponse, STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { FailureKind } from '../failure.ts';
import { standardFailures } from '../standard_failures.ts';
import type { AppEntrance } from './app.ts';
import { watchConnections } from './drain.ts';
import { answerOf, errorBody } from './error_answer.ts';
import { newRequestId, requestIdOf } from './request_id.ts';

export interface ServerLimits {
  readonly headerLimit: number;
  readonly urlLimit: number;
  readonly requestTimeout: number;
}

/**
 * Makes the server of an Express application. Its requests and responses are born with the prototypes that Express
 * would otherwise set on each of them, which is the larger part of what Express costs.
 */
export function createAppServer(
  { app, listener }: Pick<AppEntrance, 'app' | 'listener'>,
  { headerLimit, urlLimit, requestTimeout }: ServerLimits,
): Server {
  const options = {
    ...classesOf(app),
    maxHeaderSize: headerLimit,
    requestTimeout,
    headersTimeout: Math.min(requestTimeout, 15_000),
    // A request without a Host gets our own answer instead of an empty one.
    requireHostHeader: false,
  };
  const server = createServer(options as never, listener);
  watchConnections(server);
  server.on('clientError', (error: ParserError, socket: Socket) => {
    answerBrokenRequest(socket, error.code, kindOf(error, urlLimit));
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const id = requestIdOf(request);
    const answer = answerOf(standardFailures.expectationFailed());
    response.writeHead(answer.status, headersOf(errorBody(answer, id), id)).end(errorBody(answer, id));
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

interface ParserError extends NodeJS.ErrnoException {
  /** The bytes that the parser stumbled over. */
  readonly rawPacket?: Buffer;
}

/** The answer that a connection is occupied with; Node's own handler of parser errors asks it too. */
type BusySocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** What Node cannot parse never reaches the application; it gets the one error shape all the same. */
function answerBrokenRequest(socket: BusySocket, code: string | undefined, kind: FailureKind): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const before = socket._httpMessage;
  if (before?.req.complete) {
    // The broken request came behind a whole one, which is answered first.
    before.once('close', () => {
      answerBrokenRequest(socket, code, kind);
    });
    return;
  }
  const answer = answerOf(kind());
  const id = newRequestId();
  const body = errorBody(answer, id);
  const headers = Object.entries({ ...headersOf(body, id), Connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n${lines}\r\n${body}`);
}

function kindOf({ code, rawPacket }: ParserError, urlLimit: number): FailureKind {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return standardFailures.requestTimeout;
  if (code !== 'HPE_HEADER_OVERFLOW') return standardFailures.badRequest;
  // The parser counts the URL among the headers.
  const [line = ''] = /^[A-Z]+ [^\r\n]*/.exec(rawPacket?.toString('latin1') ?? '') ?? [];
  return line.length > urlLimit ? standardFailures.urlTooLong : standardFailures.headersTooLarge;
}

function headersOf(body: string, id: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': id,
  };
}
