import type { Socket } from 'node:net';
import type { Failure } from '../../kernel/declare/failure.ts';
import type { ConnectionAdmission } from './connection_admission.ts';
import { answerPlainly } from './plain_answer.ts';

/** Milliseconds that a client that is turned away may take to ask; some take an answer that came first for noise. */
const PATIENCE = 1_000;
/** So many are told at a time; the rest only see the connection end. */
const MOST = 256;

let waiting = 0;

/** Answers the first request of a connection there is no room for, and closes it. */
export function rejectConnection(socket: Socket, admission: ConnectionAdmission, failure: Failure): void {
  admission.rejects();
  // It may be gone already, and there is nobody else to hear that.
  socket.on('error', ignore);
  if (waiting >= MOST) {
    socket.destroy();
    return;
  }
  waiting++;
  const patience = setTimeout(() => socket.destroy(), PATIENCE);
  socket.once('close', () => {
    waiting--;
    clearTimeout(patience);
  });
  socket.once('data', () => {
    answerPlainly(socket, admission, failure);
  });
}

function ignore(): void {
  // The connection closes, whatever it was.
}
