import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure, FailureKind } from '../../kernel/declare/failure.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import { breakBody } from '../../kernel/http/broken_body.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { answerPlainly } from './plain_answer.ts';

interface ParserError extends NodeJS.ErrnoException {
  /** The bytes that the parser stumbled over. */
  readonly rawPacket?: Buffer;
}

/** The answer that a connection is occupied with, and the parser; Node's own handler of parser errors asks for them, too. */
type BusySocket = Socket & {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming: IncomingMessage | null } | null;
};

// The connection is gone: there is nobody to answer.
const gone = new Set(['ECONNRESET', 'EPIPE', 'ECANCELED']);

/** Answers what Node cannot parse, or has waited for in vain: it never reaches the application. */
export function answerBrokenRequests(server: Server, admission: ConnectionAdmission, urlLimit: number): void {
  const broken = new WeakSet<Socket>();
  server.on('clientError', (error: ParserError, socket: BusySocket) => {
    // A connection is broken once, however much still comes.
    if (broken.has(socket)) return;
    broken.add(socket);
    if (gone.has(error.code ?? '')) socket.destroy();
    else answerBroken(socket, admission, failureOf(error, urlLimit));
  });
  // Whoever wants a tunnel has taken the server for a proxy; Node would close the connection without a word.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    answerPlainly(socket, admission, standardFailures.badRequest({ message: 'This server is no proxy.' }));
  });
}

function answerBroken(socket: BusySocket, admission: ConnectionAdmission, failure: Failure): void {
  const before = socket._httpMessage;
  // Its last answer is on the way; what came behind that is nobody's.
  if (!socket.writable) socket.destroySoon();
  else if (before?.req.complete) {
    // The broken request came behind a whole one, which is answered first.
    before.once('close', () => {
      answerBroken(socket, admission, failure);
    });
  } else if (before) breakBody(before, failure);
  else if (isAnswered(socket)) socket.destroy();
  else if (failure.kind === standardFailures.requestTimeout && socket.bytesRead === 0) {
    // Nothing was asked: an answer would be taken for that to the next question.
    admission.closes('silent');
    socket.destroy();
  } else answerPlainly(socket, admission, failure);
}

/** Of this request the headers have come and the body has not, and it has been answered already. */
function isAnswered({ parser }: BusySocket): boolean {
  return parser?.incoming?.complete === false;
}

function failureOf(error: ParserError, urlLimit: number): Failure {
  return kindOf(error, urlLimit)({ headers: { Connection: 'close' } });
}

function kindOf({ code, rawPacket }: ParserError, urlLimit: number): FailureKind {
  // Bytes of a body may look like anything; the kinds that ask for them are of the head.
  const head = () => rawPacket?.toString('latin1') ?? '';
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return standardFailures.requestTimeout;
    case 'HPE_HEADER_OVERFLOW':
      // The parser counts the URL among the headers.
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
