// Runs in a separate thread, because the main thread may be blocked for ever; see `watchdog.ts`. Plain JavaScript,
// because compiling TypeScript would delay the start of the thread.
import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {{ name: string, url: string, line: number, column: number }} Frame lines and columns count from 0 */
/** @typedef {{ id: number, name: string, limit: number }} Task */

const TIMEOUT_MS = 5_000;
const SILENCE_MS = 1_000;
// Terminated code leaves entries on Node's stack of asynchronous contexts, and Node ends a process whose stack does not
// match. Node clears this stack when it handles an uncaught exception, so this code raises one for an empty handler.
const forgetContexts = `{
  const caught = process.hasUncaughtExceptionCaptureCallback();
  if (!caught) process.setUncaughtExceptionCaptureCallback(() => {});
  if (!caught) process._fatalException?.(new Error('interrupted'));
  if (!caught) process.setUncaughtExceptionCaptureCallback(null);
}`;

/** @type {Record<'beat' | 'runningRoute' | 'runningTask', Int32Array<SharedArrayBuffer>> & { reporter: string, parent?: number }} */
const { beat, runningRoute, runningTask, reporter, parent } = workerData;
/** Timers of the event loop watches. @type {Map<number, NodeJS.Timeout>} */
const watches = new Map();

parentPort?.on('message', ({ id, name, limit, ...watch }) => {
  if (limit !== undefined) void watchTask({ id, name, limit });
  else if (watch.blockedMs !== undefined) watches.set(id, watchLoop(id, watch));
  else clearInterval(watches.get(id));
});

/** Interrupts a task that has exceeded its limit while the event loop is blocked. @param {Task} task */
async function watchTask(task) {
  await sleep(task.limit);
  while (isRunning(task)) {
    const last = Atomics.load(beat, 0);
    await sleep(Math.min(SILENCE_MS, task.limit));
    if (isRunning(task) && Atomics.load(beat, 0) === last) await interrupt(task);
  }
}

/** @param {Task} task */
function isRunning({ id }) {
  return Atomics.load(runningTask, 0) === id;
}

/** Pauses the main thread, reports the place and terminates the running code. @param {Task} task */
async function interrupt(task) {
  const session = new Session();
  const blocked = setTimeout(reportCall, TIMEOUT_MS, task.name);
  // The pause may succeed late: on a busy machine, or when a blocking call of Node ends.
  const frame = innermost(await pause(session));
  clearTimeout(blocked);
  if (frame && isRunning(task)) await terminate(session, { id: task.id, frames: [frame] });
  session.post('Debugger.resume');
  session.post('Debugger.disable');
  // Waits until the end of the task changes the shared cell, so that the task is not interrupted twice.
  Atomics.wait(runningTask, 0, task.id, TIMEOUT_MS);
  session.disconnect();
}

/** @param {Session} session @param {{ id: number, frames: Frame[] }} report */
async function terminate(session, report) {
  parentPort?.postMessage(report);
  await new Promise((resolve) => session.post('Runtime.evaluate', { expression: forgetContexts }, resolve));
  session.post('Runtime.terminateExecution');
}

/** Reports a blocking call inside of Node, which cannot be interrupted, to the operator. @param {string} name */
function reportCall(name) {
  writeSync(
    2,
    `${name} blocks the process in a call that cannot be interrupted; end the process if the call does not end.\n`,
  );
}

/** @typedef {{ blockedMs: number, lastingMs: number }} Limits */
/** @typedef {{ route: number, frames: Frame[], beat: number, since: number, isLasting: boolean, isCall: boolean }} Block */

/**
 * Reports blocks of the event loop longer than `blockedMs` after their end, and those longer than `lastingMs` meanwhile.
 * @param {number} id
 * @param {Limits} limits
 */
function watchLoop(id, { blockedMs, lastingMs }) {
  const lookMs = blockedMs / 4;
  let [last, since, looked] = [-1, performance.now(), performance.now()];
  /** @type {Block | undefined} */
  let block;
  return setInterval(() => {
    const now = performance.now();
    const isFresh = Atomics.load(beat, 0) !== last;
    // If this thread is delayed as well, the machine is busy, and no code of the main thread is at fault.
    const wasHeldUp = now - looked > 2 * lookMs + 50;
    looked = now;
    const ms = now - since;
    if (isFresh || (wasHeldUp && !block)) {
      if (block) parentPort?.postMessage({ id, ms, route: block.route, frames: block.frames, isOver: true });
      block = undefined;
      [last, since] = [Atomics.load(beat, 0), now];
    } else if (!block && ms > blockedMs) {
      block = { route: Atomics.load(runningRoute, 0), frames: [], beat: last, since, isLasting: false, isCall: true };
      void readStack(block);
    } else if (block && !block.isLasting && ms > lastingMs) {
      block.isLasting = true;
      void reportLasting(id, block);
    } else if (block?.isLasting && block.isCall && ms > lastingMs + blockedMs) {
      block.isCall = false;
      reportCall('Code');
    } else if (block?.isLasting && parent !== undefined && process.ppid !== parent) {
      // The main thread cannot hear that its supervisor, or the primary, has ended.
      process.kill(process.pid, 'SIGKILL');
    }
  }, lookMs);
}

/** Pauses the main thread briefly, and stores its stack in `block`. @param {Block} block */
async function readStack(block) {
  const session = new Session();
  block.frames = await pause(session);
  session.post('Debugger.disable', () => session.disconnect());
}

/**
 * Calls the function of the main thread that reports blocks, while that thread is paused: the block may never end. Reads
 * the stack again, because other code may have blocked the main thread at first.
 * @param {number} id
 * @param {Block} block
 */
async function reportLasting(id, block) {
  const session = new Session();
  block.frames = await pause(session);
  block.isCall = false;
  const { route, frames, since } = block;
  const report = JSON.stringify({ id, ms: performance.now() - since, route, frames, isOver: false });
  const expression = `globalThis[Symbol.for(${JSON.stringify(reporter)})](${report})`;
  if (Atomics.load(beat, 0) === block.beat)
    await new Promise((resolve) => session.post('Runtime.evaluate', { expression, silent: true }, resolve));
  session.post('Debugger.disable', () => session.disconnect());
}

/** Pauses the main thread. @param {Session} session @returns {Promise<Frame[]>} its stack, innermost frame first */
function pause(session) {
  const urls = new Map();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => urls.set(scriptId, url));
  session.post('Debugger.enable');
  session.post('Debugger.pause');
  return new Promise((resolve) => {
    session.once('Debugger.paused', ({ params: { callFrames } }) => {
      const frames = callFrames.map(({ functionName, url, location: { scriptId, lineNumber, columnNumber } }) => ({
        name: functionName || '<anonymous>',
        url: url || (urls.get(scriptId) ?? ''),
        line: lineNumber,
        column: columnNumber ?? 0,
      }));
      resolve(frames);
    });
  });
}

/** Innermost frame outside of Node and of packages, else the innermost one of a package. @param {Frame[]} frames */
function innermost(frames) {
  const files = frames.filter(({ url }) => /^(file:|\/)/.test(url));
  return files.find(({ url }) => !url.includes('/node_modules/')) ?? files[0];
}
