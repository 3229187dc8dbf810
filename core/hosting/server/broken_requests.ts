import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure, FailureKind } from '../../kernel/declare/failure.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import { brokenBodies } from '../../kernel/http/input/body.ts';
import type { Connection } from './connection.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { lastOf, type Connections } from './connections.ts';
import { answerPlainly } from './plain_answer.ts';

interface ParserError extends NodeJS.ErrnoException {
  /** Bytes that the parser rejected. */
  readonly rawPacket?: Buffer;
}

/** A connection with a broken request, and the answer to it. */
interface Broken {
  readonly socket: Socket;
  readonly connection: Connection | undefined;
  readonly failure: Failure;
}

/** Connections of the server, and where their answers are recorded. */
export interface Guarded {
  readonly connections: Connections;
  readonly admission: ConnectionAdmission;
  readonly urlLimit: number;
}

/** Milliseconds in which a request with a broken body may still be answered. */
const LATE_ANSWER_MS = 5_000;
/** Connections answered in one turn of the event loop: Node finds all late requests of a moment together. */
const ANSWERED_PER_TURN = 16;

// Error codes of closed connections, on which no answer can be sent.
const gone = new Set(['ECONNRESET', 'EPIPE', 'ECANCELED']);

/** Answers requests that Node cannot parse, requests that do not arrive in time, and CONNECT. */
export function answerBrokenRequests(server: Server, { connections, admission, urlLimit }: Guarded): void {
  const late: Broken[] = [];
  const answerSome = () => {
    for (const broken of late.splice(0, ANSWERED_PER_TURN)) answerBroken(broken, admission);
    if (late.length > 0) setImmediate(answerSome);
  };
  server.on('clientError', (error: ParserError, socket: Socket) => {
    const connection = connections.of(socket);
    // Further errors of the same connection are ignored.
    if (connection?.isBroken) return;
    if (connection) connection.isBroken = true;
    if (gone.has(error.code ?? '')) socket.destroy();
    else if (late.push({ socket, connection, failure: failureOf(error, urlLimit) }) === 1) setImmediate(answerSome);
  });
  // CONNECT is meant for proxies; Node would close the connection without an answer.
  server.on('connect', (request, socket) => {
    if (connections.of(request.socket)?.isBroken) return;
    socket.on('error', () => undefined);
    answerPlainly(
      socket,
      admission,
      standardFailures.badRequest({ message: 'This server is no proxy; send requests to it without CONNECT.' }),
    );
  });
}

function answerBroken(broken: Broken, admission: ConnectionAdmission): void {
  const { socket, connection, failure } = broken;
  const before = connection?.answer;
  // The last answer is being sent; later bytes are ignored.
  if (!socket.writable) socket.destroySoon();
  else if (before?.req.complete) {
    // The broken request was pipelined behind a complete one, which is answered first.
    before.once('close', () => answerBroken(broken, admission));
  } else if (before) breakBody(before, failure);
  else if (connection?.isReading) socket.destroy();
  else if (failure.kind === standardFailures.requestTimeout && socket.bytesRead === 0) {
    // The client has sent no request, and would take an answer now for the answer to its next request.
    admission.closes('silent');
    socket.destroy();
  } else answerPlainly(socket, admission, failure);
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
  lastOf(response);
  const limit = setTimeout(() => socket?.destroy(), LATE_ANSWER_MS).unref();
  response.once('close', () => clearTimeout(limit));
  if (request.listenerCount('error') > 0) request.emit('error', failure);
  // The body is not being read, and the socket has ended: the client has disconnected.
  else if (socket?.readableEnded) socket.destroy();
}
