// Memory shared by the main thread and its watching thread:
// - the turn: number of the task started last;
// - the time limit in milliseconds;
// - the number of the task that has ended;
// - the state of the watching thread: `asleep`, `awake` or `gone`;
// - the name of the task, and the place where it was interrupted.

/** Milliseconds without tasks after which the watching thread exits. */
export const IDLE_MS = 3_000;

const NAME_AT = 32;
const PLACE_AT = 1_024;
const SIZE = 4_096;

export function createMemory() {
  return new SharedArrayBuffer(SIZE);
}

export const TURN = 0;
export const LIMIT = 1;
export const ENDED = 2;
export const THREAD = 3;
/** Incremented as long as the event loop of the main thread turns. */
export const BEAT = 4;

/** No thread, or one that is exiting. */
export const gone = 0;
/** Watching: a new task needs no wake-up, which would cost more than most files take to load. */
export const awake = 1;
/** Waiting for a wake-up. */
export const asleep = 2;

/** The numeric cells. @param {SharedArrayBuffer} memory */
export function cells(memory) {
  return new Int32Array(memory, 0, 5);
}

/** @param {SharedArrayBuffer} memory @param {string} text */
export function writeName(memory, text) {
  write(new Uint8Array(memory, NAME_AT, PLACE_AT - NAME_AT), text);
}

/** @param {SharedArrayBuffer} memory */
export function readName(memory) {
  return read(new Uint8Array(memory, NAME_AT, PLACE_AT - NAME_AT));
}

/** @param {SharedArrayBuffer} memory @param {string} text */
export function writePlace(memory, text) {
  write(new Uint8Array(memory, PLACE_AT), text);
}

/** @param {SharedArrayBuffer} memory */
export function readPlace(memory) {
  return read(new Uint8Array(memory, PLACE_AT));
}

/** @param {Uint8Array} bytes @param {string} text */
function write(bytes, text) {
  bytes.fill(0);
  bytes.set(new TextEncoder().encode(text).subarray(0, bytes.length));
}

/** @param {Uint8Array} bytes */
function read(bytes) {
  return new TextDecoder().decode(bytes.slice()).replaceAll('\0', '');
}
