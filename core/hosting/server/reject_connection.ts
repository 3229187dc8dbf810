import type { Socket } from 'node:net';
import type { Failure } from '../../kernel/declare/failure.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { answerPlainly } from './plain_answer.ts';

/** Milliseconds to wait for the request: some clients ignore an answer that comes before their request. */
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
  socket.once('data', () => {
    answerPlainly(socket, admission, failure);
  });
}

function ignore(): void {
  // Errors of a rejected connection have no effect: it is closed in any case.
}
