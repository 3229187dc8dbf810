import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Failure } from '../../kernel/declare/failure.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { answerOf, errorBody } from '../../kernel/http/error_answer.ts';
import { newRequestId } from '../../kernel/http/request_context.ts';

/** Milliseconds for the client to read the answer: closing a connection with unread input discards the answer. */
const LINGER = 1_000;
/** Milliseconds to wait for the request of a rejected connection: some clients ignore an answer before their request. */
const TIMEOUT_MS = 1_000;
/** Maximum number of open rejected connections; further ones are closed without an answer. */
const MAX_WAITING = 256;

let waiting = 0;

/** Answers a rejected connection when its first bytes arrive, and closes the connection. */
export function rejectConnection(socket: Socket, admission: ConnectionAdmission, failure: Failure): void {
  admission.rejects();
  // The connection may be closed already, and an error without a listener would be uncaught.
  socket.on('error', ignore);
  if (waiting >= MAX_WAITING) {
    socket.destroy();
    return;
  }
  waiting++;
  const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS);
  socket.once('close', () => {
    waiting--;
    clearTimeout(timer);
  });
  socket.once('data', () => answerPlainly(socket, admission, failure));
}

/** Answers on a raw socket with the standard error body, closes the connection, and logs and counts the answer. */
export function answerPlainly(socket: Duplex, admission: ConnectionAdmission, failure: Failure): void {
  const id = newRequestId();
  const answer = answerOf(failure);
  const body = errorBody(answer, id);
  const headers = Object.entries({ ...headersOf(body, id), ...answer.headers, Connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.on('data', ignore).resume();
  socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n${lines}\r\n${body}`);
  const linger = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => clearTimeout(linger));
  admission.record(id, answer.status);
}

function ignore(): void {
  // Late input and errors of a connection that is closed in any case have no effect.
}

function headersOf(body: string, id: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': id,
  };
}
