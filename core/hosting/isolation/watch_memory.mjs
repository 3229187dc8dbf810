// What the main thread and the one that watches it share. The memory holds numbers and texts:
// - the turn: the number of the work that was begun last;
// - the milliseconds that it may take;
// - the number of the work that has ended;
// - how the watching thread is: see `asleep`, `awake` and `gone`;
// - the name of the work, and the place where it was interrupted.

/** Milliseconds without work after which the watching thread leaves. */
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
/** Grows as long as the main thread gets round to anything. */
export const BEAT = 4;

/** There is no thread, or it leaves. */
export const gone = 0;
/** It looks after the work and needs no call: to wake a thread for each file would cost more than most files do. */
export const awake = 1;
/** It waits to be called. */
export const asleep = 2;

/** The numbers. @param {SharedArrayBuffer} memory */
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
