// Runs in a thread of its own: finds out which line keeps the main thread busy while it can not tell itself.
import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {{ name: string, url: string, line: number, column: number }} Frame innermost first, counted from 0 */

/** @type {{ memory: SharedArrayBuffer, blockedMs: number }} */
const { memory, blockedMs } = workerData;
const cells = new Int32Array(memory);
const lookMs = blockedMs / 4;
// What lasts so much longer may last for ever, and then nobody else can tell of it.
const PATIENCE = 5;

let beat = -1;
let since = performance.now();
let looked = since;
/** @typedef {{ route: number, frames: Frame[], asked: number, isTold: boolean }} Block */
/** @type {Block | undefined} */
let block;

setInterval(look, lookMs);

function look() {
  const now = performance.now();
  const isFresh = Atomics.load(cells, 0) !== beat;
  // When this thread was held up as well, the machine was: nobody's code is to blame.
  const wasHeldUp = now - looked > 2 * lookMs + 50;
  looked = now;
  if (isFresh || (wasHeldUp && !block)) begin(now);
  else if (!block && now - since > blockedMs) ask((block = newBlock()));
  // Asked once more: it may have stood still for something else at first.
  else if (block && block.asked < 2 && now - since > PATIENCE * blockedMs) ask(block);
  else if (block && !block.isTold && now - since > (PATIENCE + 1) * blockedMs) tell(block, now - since);
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
  return { route: Atomics.load(cells, 1), frames: [], asked: 0, isTold: false };
}

/** Halts the main thread for a moment to read its stack. @param {Block} mine */
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

/** Straight to the file: all other ways lead through the main thread. @param {Block} mine @param {number} ms */
function tell(mine, ms) {
  mine.isTold = true;
  const at = mine.frames.find(({ url }) => url.startsWith('file:') && !url.includes('/node_modules/'));
  const where = at ? `${at.url}:${at.line + 1} (${at.name || 'anonymous'})` : 'unknown code';
  const msg = `the event loop has been blocked for ${Math.round(ms / 1000)} s by ${where}; nothing is answered meanwhile`;
  writeSync(2, `${JSON.stringify({ level: 50, time: Date.now(), msg })}\n`);
}
