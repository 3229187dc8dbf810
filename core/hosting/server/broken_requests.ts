import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure, FailureKind } from '../../kernel/declare/failure.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import { brokenBodies } from '../../kernel/http/body.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { answerPlainly } from './plain_answer.ts';

interface ParserError extends NodeJS.ErrnoException {
  /** Bytes that the parser rejected. */
  readonly rawPacket?: Buffer;
}

/** Internals of Node's socket: the current answer and the parser. Node's error handler reads the same properties. */
type BusySocket = Socket & {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming: IncomingMessage | null } | null;
};

/** Milliseconds in which a request with a broken body may still be answered. */
const LATE_ANSWER_MS = 5_000;

// Error codes of closed connections, on which no answer can be sent.
const gone = new Set(['ECONNRESET', 'EPIPE', 'ECANCELED']);

/** Answers requests that Node cannot parse, requests that do not arrive in time, and CONNECT. */
export function answerBrokenRequests(server: Server, admission: ConnectionAdmission, urlLimit: number): void {
  const broken = new WeakSet<Socket>();
  server.on('clientError', (error: ParserError, socket: BusySocket) => {
    // Further errors of the same connection are ignored.
    if (broken.has(socket)) return;
    broken.add(socket);
    if (gone.has(error.code ?? '')) socket.destroy();
    else answerBroken(socket, admission, failureOf(error, urlLimit));
  });
  // CONNECT is meant for proxies; Node would close the connection without an answer.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    answerPlainly(
      socket,
      admission,
      standardFailures.badRequest({ message: 'This server is no proxy; send requests to it without CONNECT.' }),
    );
  });
}

function answerBroken(socket: BusySocket, admission: ConnectionAdmission, failure: Failure): void {
  const before = socket._httpMessage;
  // The last answer is being sent; later bytes are ignored.
  if (!socket.writable) socket.destroySoon();
  else if (before?.req.complete) {
    // The broken request was pipelined behind a complete one, which is answered first.
    before.once('close', () => {
      answerBroken(socket, admission, failure);
    });
  } else if (before) breakBody(before, failure);
  else if (isAnswered(socket)) socket.destroy();
  else if (failure.kind === standardFailures.requestTimeout && socket.bytesRead === 0) {
    // The client has sent no request, and would take an answer now for the answer to its next request.
    admission.closes('silent');
    socket.destroy();
  } else answerPlainly(socket, admission, failure);
}

/** Whether the body of an answered request is still arriving. Called only while no answer is under way. */
function isAnswered({ parser }: BusySocket): boolean {
  return parser?.incoming?.complete === false;
}

function failureOf(error: ParserError, urlLimit: number): Failure {
  return kindOf(error, urlLimit)({ headers: { Connection: 'close' } });
}

function kindOf({ code, rawPacket }: ParserError, urlLimit: number): FailureKind {
  // Only errors of the request head use this text; bytes of a body may look like anything.
  const head = () => rawPacket?.toString('latin1') ?? '';
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return standardFailures.requestTimeout;
    case 'HPE_HEADER_OVERFLOW':
      // The parser counts the URL as part of the headers.
      return lineOf(head()).length > urlLimit ? standardFailures.urlTooLong : standardFailures.headersTooLarge;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return standardFailures.bodyTooLarge;
    case 'HPE_PAUSED_H2_UPGRADE':
      return standardFailures.versionNotSupported;
    case 'HPE_INVALID_VERSION':
      return / HTTP\/\d+(\.\d+)?\r\n/.test(head()) ? standardFailures.versionNotSupported : standardFailures.badRequest;
    default:
      return standardFailures.badRequest;
  }
}

function lineOf(head: string): string {
  return /^[A-Z]+ [^\r\n]*/.exec(head)?.[0] ?? '';
}

/**
 * Makes reading the body of a running request fail with `failure`, and closes the connection after the answer. If the
 * answer has begun, closes the connection at once.
 */
function breakBody(response: ServerResponse, failure: Failure): void {
  const { req: request, socket } = response;
  if (response.headersSent) {
    // Part of an answer was sent; the client would read another answer as its rest.
    socket?.destroy();
    return;
  }
  brokenBodies.set(request, failure);
  response.shouldKeepAlive = false;
  const limit = setTimeout(() => socket?.destroy(), LATE_ANSWER_MS).unref();
  response.once('close', () => {
    clearTimeout(limit);
  });
  if (request.listenerCount('error') > 0) request.emit('error', failure);
  // The body is not being read, and the socket has ended: the client has disconnected.
  else if (socket?.readableEnded) socket.destroy();
}
