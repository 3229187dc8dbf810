// Runs in a thread of its own, beside code that may never give way; see `within_time.ts`. Plain JavaScript, because a
// thread that had to read TypeScript first would start too late.
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

const PATIENCE_MS = 5_000;
const SILENCE_MS = 1_000;

// What is ended never leaves the asynchronous contexts that it has entered, for which Node would end the process. Having
// dealt with an exception that nobody caught, it forgets about all of them; so it is shown one.
const forgetContexts = `{
  const caught = process.hasUncaughtExceptionCaptureCallback();
  if (!caught) process.setUncaughtExceptionCaptureCallback(() => {});
  if (!caught) process._fatalException?.(new Error('interrupted'));
  if (!caught) process.setUncaughtExceptionCaptureCallback(null);
}`;

/** @type {SharedArrayBuffer} */
const memory = workerData;
const state = cells(memory);

// Nothing keeps a thread alive that waits for another one's answer.
const alive = setInterval(() => {}, PATIENCE_MS);
while (await watchOne());
clearInterval(alive);

/** Looks after the work that was begun last; newer work begins its time anew. @returns whether there may be more */
async function watchOne() {
  const turn = Atomics.load(state, TURN);
  if (Atomics.load(state, ENDED) >= turn) return sleep(turn);
  if (Atomics.wait(state, TURN, turn, Atomics.load(state, LIMIT)) !== 'timed-out') return true;
  if (isSilent(turn)) await interrupt(turn);
  return true;
}

/** Work that merely waits, or a machine that is busy, lets the main thread get round to something. @param {number} turn */
function isSilent(turn) {
  const [beat, ended] = [Atomics.load(state, BEAT), Atomics.load(state, ENDED)];
  // Who gives little time does not wait longer than that.
  const silence = Math.min(SILENCE_MS, Atomics.load(state, LIMIT));
  if (ended < turn) Atomics.wait(state, ENDED, ended, silence);
  return Atomics.load(state, ENDED) < turn && Atomics.load(state, BEAT) === beat;
}

/** Sleeps until there is work, and leaves when there is none for a while. @param {number} turn */
function sleep(turn) {
  Atomics.store(state, THREAD, asleep);
  const slept = Atomics.wait(state, TURN, turn, IDLE_MS);
  // Whoever brings work at this very moment has either been seen, or starts a thread anew.
  if (slept === 'timed-out' && Atomics.compareExchange(state, THREAD, asleep, gone) === asleep) return false;
  Atomics.store(state, THREAD, awake);
  return true;
}

/** Stops the main thread where it stands, notes the place and ends what runs there. @param {number} turn */
async function interrupt(turn) {
  const session = new Session();
  const place = placeOf(session);
  session.connectToMainThread();
  session.post('Debugger.enable');
  session.post('Debugger.pause');
  if ((await Promise.race([place, later()])) === 'later') sayBlocked();
  // On a busy machine, or out of a call that ends after all, it may still come.
  const found = await place;
  if (found !== undefined && Atomics.load(state, ENDED) < turn) await end(session, found);
  else session.post('Debugger.resume');
  session.post('Debugger.disable');
  // What was ended goes on to say so; where there was nothing to be ended, the next look comes later.
  const ended = Atomics.load(state, ENDED);
  if (ended < turn) Atomics.wait(state, ENDED, ended, PATIENCE_MS);
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
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, 'later'));
}

/** The innermost line that is not Node's own, a package's only where there is no other. @param {Session} session */
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

/** Waiting inside of Node itself cannot be interrupted; the operator has to know whom to blame. */
function sayBlocked() {
  writeSync(
    2,
    `${readName(memory)}: it holds up the process in a call that cannot be interrupted; end the process if that does not end.\n`,
  );
}
