import { isatty } from 'node:tty';

/**
 * Whether this process belongs to a terminal, whose end sends SIGHUP to its processes. Asked at the begin, because a
 * closed terminal is none any more.
 */
export const isOfTerminal = isatty(0);

/** @type {(() => void) | undefined} */
let answer;
let isDue = false;

function hear() {
  isDue = answer === undefined;
  answer?.();
}

/** From now on SIGHUP does not end this process. Until `onHangUp`, the signal waits. Changes nothing on a terminal. */
export function outliveHangUp() {
  if (!isOfTerminal) process.on('SIGHUP', hear);
}

/**
 * Sets the answer to SIGHUP, and calls it for a signal that came before.
 * @param {() => void} listener
 */
export function onHangUp(listener) {
  answer = listener;
  if (!process.listeners('SIGHUP').includes(hear)) process.on('SIGHUP', hear);
  if (isDue) hear();
}
