import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isOfTerminal, onHangUp } from '../hosting/cluster/hang_up.mjs';

// The same limits as in core/hosting/cluster/workers.ts.
const MAX_FAILURES = 5;
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
const STABLE_MS = 10_000;
/** Milliseconds after the time limit of the end, or after a second signal, at which a server that still runs is killed. */
const KILL_DELAY_MS = 1_000;
/** Milliseconds in which a second SIGTERM or SIGINT is ignored: npm forwards signals that its process group received. */
const SAME_SIGNAL_MS = 1_000;

const say = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);

/**
 * Runs a server as a child process, and restarts the server after a failure; a failed start is not repeated. Ends after
 * five failures, if the last four came within ten seconds of readiness. Forwards SIGTERM, SIGINT and SIGHUP; SIGHUP waits
 * until the server is ready, except on a terminal. Kills a blocked server, which does not end by itself. Uses only Node's
 * builtins, to keep this process small.
 *
 * @param {readonly string[]} command arguments of Node, those for Node itself first
 */
export function supervise(command) {
  let failures = 0;
  const ending = new Ending();
  let servesSince = Infinity;
  let isHungUp = false;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;

  const start = () => {
    servesSince = Infinity;
    const one = (child = startChild(command));
    one.on('message', (/** @type {{ lectern: string, ms: number }} */ { lectern, ms }) => {
      if (lectern === 'end limit') ending.limitMs = ms;
      if (lectern !== 'ready') return;
      servesSince = performance.now();
      if (isHungUp) passOnHangUp();
    });
    one.once('error', ({ message }) => end(`The server could not be started: ${message}`, 1));
    one.once('exit', (code, signal) => {
      child = undefined;
      ended(ending.code ?? code ?? codeOf(signal ?? 'SIGKILL'), performance.now() - servesSince);
    });
  };

  /** @type {(code: number, servedMs: number) => void} */
  const ended = (code, servedMs) => {
    if (ending.isBegun || code === 0 || servedMs < 0) return end(undefined, code);
    failures = servedMs > STABLE_MS ? 1 : failures + 1;
    const what = `The server has ended unexpectedly with exit code ${code}`;
    if (failures >= MAX_FAILURES)
      return end(`${what}, ${failures} times in a row; it is not started again. The log says why.`, code);
    const pause = failures === 1 ? 0 : Math.min(MIN_PAUSE_MS * 2 ** (failures - 2), MAX_PAUSE_MS);
    say(`${what}; it is started again in ${pause} ms.`);
    setTimeout(start, pause);
  };

  const passOnHangUp = () => {
    // A server that is not ready yet may be a process without a handler, which SIGHUP would end.
    isHungUp = servesSince === Infinity && !isOfTerminal;
    if (!isHungUp) child?.kill('SIGHUP');
  };

  onEnd((signal) => (child ? ending.signal(child, signal) : end(undefined, codeOf(signal))));
  onHangUp(passOnHangUp);
  start();
}

/** Passes signals on to a server, and kills a server that does not end, because its event loop is blocked. */
class Ending {
  isBegun = false;
  /** Milliseconds within which the server ends after a signal; known once the server handles signals. */
  limitMs = Infinity;
  /** Exit code in place of that of a killed server. @type {number | undefined} */
  code;

  /** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
  signal(child, signal) {
    child.kill(signal);
    const limit = `within ${this.limitMs} ms (http.lameDuckMs + http.drainTimeout + 3 s)`;
    if (this.isBegun) this.#killAfter(0, { child, limit: 'at the second signal', code: codeOf(signal) });
    else if (this.limitMs < Infinity) this.#killAfter(this.limitMs, { child, limit, code: 1 });
    this.isBegun = true;
  }

  /**
   * @param {number} ms
   * @param {{ child: import('node:child_process').ChildProcess, limit: string, code: number }} late
   */
  #killAfter(ms, { child, limit, code }) {
    setTimeout(() => {
      this.code = code;
      say(`The server has not ended ${limit}, and is killed; log lines about a blocked event loop name the code.`);
      child.kill('SIGKILL');
    }, ms + KILL_DELAY_MS);
  }
}

/** Exit code of a process that a signal has ended, as shells define it. @param {NodeJS.Signals} signal */
const codeOf = (signal) => 128 + constants.signals[signal];

/** @param {readonly string[]} command */
function startChild(command) {
  return spawn(process.execPath, command, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, LECTERN_SUPERVISED: '1' },
    // The child gets its own process group, so that Ctrl+C reaches the child once, through this process.
    detached: true,
  });
}

/** @param {(signal: 'SIGTERM' | 'SIGINT') => void} hear not called within a second of another signal */
function onEnd(hear) {
  let endedAt = -Infinity;
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
    process.on(signal, () => {
      if (performance.now() - endedAt < SAME_SIGNAL_MS) return;
      endedAt = performance.now();
      hear(signal);
    });
  }
}

/** @type {(reason: string | undefined, code: number) => never} */
function end(reason, code) {
  if (reason !== undefined) say(reason);
  process.exit(code);
}
