// Runs in a thread of its own, beside code that may block for ever; see `within_time.ts`. Plain JavaScript, because
// compiling TypeScript would delay the start of the thread.
import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import {
  asleep,
  awake,
  BEAT,
  cells,
  ENDED,
  gone,
  IDLE_MS,
  LIMIT,
  readName,
  THREAD,
  TURN,
  writePlace,
} from './watch_memory.mjs';

const TIMEOUT_MS = 5_000;
const SILENCE_MS = 1_000;

// Terminated code never leaves its asynchronous contexts, and Node would end the process for that. Handling an uncaught
// exception clears them, so this raises one.
const forgetContexts = `{
  const caught = process.hasUncaughtExceptionCaptureCallback();
  if (!caught) process.setUncaughtExceptionCaptureCallback(() => {});
  if (!caught) process._fatalException?.(new Error('interrupted'));
  if (!caught) process.setUncaughtExceptionCaptureCallback(null);
}`;

/** @type {SharedArrayBuffer} */
const memory = workerData;
const state = cells(memory);

// Waiting for messages of another thread does not keep this thread alive.
const alive = setInterval(() => {}, TIMEOUT_MS);
while (await watchOne());
clearInterval(alive);

/** Watches the current task; a newer task restarts the time limit. @returns whether there may be more tasks */
async function watchOne() {
  const turn = Atomics.load(state, TURN);
  if (Atomics.load(state, ENDED) >= turn) return sleep(turn);
  if (Atomics.wait(state, TURN, turn, Atomics.load(state, LIMIT)) !== 'timed-out') return true;
  if (isSilent(turn)) await interrupt(turn);
  return true;
}

/**
 * Whether the event loop of the main thread stands still. It turns while a task waits or the machine is busy.
 * @param {number} turn
 */
function isSilent(turn) {
  const [beat, ended] = [Atomics.load(state, BEAT), Atomics.load(state, ENDED)];
  // A time limit shorter than the silence shortens the wait.
  const silence = Math.min(SILENCE_MS, Atomics.load(state, LIMIT));
  if (ended < turn) Atomics.wait(state, ENDED, ended, silence);
  return Atomics.load(state, ENDED) < turn && Atomics.load(state, BEAT) === beat;
}

/** Sleeps until the next task, and exits after a while without one. @param {number} turn */
function sleep(turn) {
  Atomics.store(state, THREAD, asleep);
  const slept = Atomics.wait(state, TURN, turn, IDLE_MS);
  // A task added at this moment has either been noticed, or starts a new thread.
  if (slept === 'timed-out' && Atomics.compareExchange(state, THREAD, asleep, gone) === asleep) return false;
  Atomics.store(state, THREAD, awake);
  return true;
}

/** Pauses the main thread, records the place and terminates the running code. @param {number} turn */
async function interrupt(turn) {
  const session = new Session();
  const place = placeOf(session);
  session.connectToMainThread();
  session.post('Debugger.enable');
  session.post('Debugger.pause');
  if ((await Promise.race([place, later()])) === 'later') reportBlocked();
  // The pause may still succeed on a busy machine, or after a call that ends.
  const found = await place;
  if (found !== undefined && Atomics.load(state, ENDED) < turn) await end(session, found);
  else session.post('Debugger.resume');
  session.post('Debugger.disable');
  // Leaves the terminated code time to report its end, and delays the next check otherwise.
  const ended = Atomics.load(state, ENDED);
  if (ended < turn) Atomics.wait(state, ENDED, ended, TIMEOUT_MS);
  session.disconnect();
}

/** @param {Session} session @param {string} place */
async function end(session, place) {
  writePlace(memory, place);
  await new Promise((resolve) => session.post('Runtime.evaluate', { expression: forgetContexts }, resolve));
  session.post('Runtime.terminateExecution');
  session.post('Debugger.resume');
}

function later() {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, 'later'));
}

/** Innermost line outside of Node and of packages; one of a package if there is no other. @param {Session} session */
function placeOf(session) {
  const urls = new Map();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => urls.set(scriptId, url));
  return new Promise((resolve) => {
    session.once('Debugger.paused', ({ params: { callFrames } }) => {
      const places = callFrames.map(({ location: { scriptId, lineNumber, columnNumber } }) => ({
        url: /** @type {string} */ (urls.get(scriptId) ?? ''),
        position: `${lineNumber} ${columnNumber ?? 0}`,
      }));
      const files = places.filter(({ url }) => /^(file:|\/)/.test(url) && !/within_time\.[jt]s$/.test(url));
      const own = files.find(({ url }) => !url.includes('/node_modules/')) ?? files[0];
      resolve(own && `${own.url} ${own.position}`);
    });
  });
}

/** A blocking call inside of Node cannot be interrupted, so this reports it to the operator. */
function reportBlocked() {
  writeSync(
    2,
    `${readName(memory)}: it holds up the process in a call that cannot be interrupted; end the process if that does not end.\n`,
  );
}
