// Runs in a thread of its own: finds the line that blocks the main thread.
import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {{ name: string, url: string, line: number, column: number }} Frame innermost first, counted from 0 */

/** @type {{ memory: SharedArrayBuffer, blockedMs: number }} */
const { memory, blockedMs } = workerData;
const cells = new Int32Array(memory);
const lookMs = blockedMs / 4;
// Blocks longer by this factor may never end, so this thread reports them itself.
const LASTING = 5;

let beat = -1;
let since = performance.now();
let looked = since;
/** @typedef {{ route: number, frames: Frame[], asked: number, isReported: boolean }} Block */
/** @type {Block | undefined} */
let block;

setInterval(look, lookMs);

function look() {
  const now = performance.now();
  const isFresh = Atomics.load(cells, 0) !== beat;
  // A delay of this thread, too, means that the machine was busy; no code is at fault.
  const wasHeldUp = now - looked > 2 * lookMs + 50;
  looked = now;
  if (isFresh || (wasHeldUp && !block)) begin(now);
  else if (!block && now - since > blockedMs) ask((block = newBlock()));
  // Reads the stack a second time: the main thread may have been blocked by other code at first.
  else if (block && block.asked < 2 && now - since > LASTING * blockedMs) ask(block);
  else if (block && !block.isReported && now - since > (LASTING + 1) * blockedMs) report(block, now - since);
}

/** @param {number} now */
function begin(now) {
  if (block) parentPort?.postMessage({ ms: now - since, route: block.route, frames: block.frames });
  block = undefined;
  beat = Atomics.load(cells, 0);
  since = now;
}

/** @returns {Block} */
function newBlock() {
  return { route: Atomics.load(cells, 1), frames: [], asked: 0, isReported: false };
}

/** Pauses the main thread briefly to read its stack. @param {Block} mine */
function ask(mine) {
  mine.asked++;
  const session = new Session();
  session.connectToMainThread();
  /** @type {Map<string, string>} */
  const urls = new Map();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  session.on('Debugger.paused', ({ params }) => {
    mine.frames = params.callFrames.map(
      ({ functionName: name, url, location: { scriptId, lineNumber, columnNumber } }) => ({
        name,
        url: url || (urls.get(scriptId) ?? ''),
        line: lineNumber,
        column: columnNumber ?? 0,
      }),
    );
    session.post('Debugger.disable', () => session.disconnect());
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

/**
 * Writes straight to standard error: all other ways lead through the main thread.
 * @param {Block} mine
 * @param {number} ms
 */
function report(mine, ms) {
  mine.isReported = true;
  const at = mine.frames.find(({ url }) => url.startsWith('file:') && !url.includes('/node_modules/'));
  const where = at ? `${at.url}:${at.line + 1} (${at.name || 'anonymous'})` : 'unknown code';
  const msg = `the event loop has been blocked for ${Math.round(ms / 1000)} s by ${where}; nothing is answered meanwhile`;
  writeSync(2, `${JSON.stringify({ level: 50, time: Date.now(), msg })}\n`);
}
