import inspector from 'node:inspector';
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { runOutside } from '../../../kernel/modules/module_context.ts';

// The main thread writes three shared cells, which the watchdog thread (watchdog_thread.mjs) reads also while the main
// thread is blocked: `beat`, `runningRoute`, `runningTask`. A task is code of a module with a time limit.
//
// The main thread posts `{ id, name, limit }` for a task, `{ id, blockedMs, lastingMs }` for a watch of the event loop,
// and `{ id }` for the end of a watch. The watchdog thread posts a `Report` when it interrupts a task, or when the event
// loop turns again after a block. While a block lasts, it pauses the main thread and calls `report` there.

// The watchdog thread waits this many milliseconds longer than the timer of the main thread, so that it interrupts only
// a blocked event loop.
const INTERRUPT_DELAY_MS = 250;
// Milliseconds beyond the limit, because other code may have blocked the event loop for a part of the time.
const GRACE_MS = INTERRUPT_DELAY_MS / 4;
const HEARTBEAT_INTERVAL_MS = 100;
// Milliseconds without tasks and watches after which the watchdog thread ends.
const IDLE_MS = 3_000;

/** Code of a module exceeded its time limit. Code that waited for a promise may continue later. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** Messages about work beyond its time limit: the work waits for a promise, or runs code at `place`. */
interface Lateness {
  waiting(): string;
  running(place: string): string;
}

interface TimedWork<T> {
  /** Name for a message on standard error, written if the work blocks and cannot be interrupted. */
  readonly name: string;
  readonly timeout: number;
  readonly late: Lateness;
  readonly run: () => T | Promise<T>;
}

export interface Block {
  readonly ms: number;
  /** Number of the route whose operation was running, 0 for none. */
  readonly route: number;
  /** Stack of the running code; empty when it could not be determined. */
  readonly stack: string;
  /** Whether the event loop turns again. */
  readonly isOver: boolean;
}

interface LoopWatch {
  /** Blocks longer than this number of milliseconds are reported when they are over. */
  readonly blockedMs: number;
  /** Blocks longer than this number of milliseconds are reported while they last, too. */
  readonly lastingMs: number;
  /** Called also while the event loop is blocked, between two steps of the blocking code. */
  readonly blocked: (block: Block) => void;
  /** Called when the watchdog thread has failed and no longer reports blocks. */
  readonly failed: (error: Error) => void;
}

interface Frame {
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

interface Report {
  readonly id: number;
  readonly ms: number;
  readonly route: number;
  readonly frames: readonly Frame[];
  readonly isOver: boolean;
}

interface WatchHandlers {
  readonly beatMs: number;
  readonly reported: (report: Report) => void;
  readonly failed?: LoopWatch['failed'];
}

const cell = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
/** Incremented by a timer, so constant while the event loop is blocked. */
const beat = cell();
/** Number of the route whose operation runs synchronously, 0 for none. */
export const runningRoute = cell();
/** Id of the task that began last, 0 after its end. Only this task is interrupted. */
const runningTask = cell();

const watches = new Map<number, WatchHandlers>();
let lastId = 0;
let thread: Worker | undefined;
/** Name of the global function `report`; several copies of this file may run in a process. */
const reporter = `lectern.watchdog ${import.meta.url}`;
let idle: NodeJS.Timeout | undefined;

/**
 * Runs code of a module with a time limit. A pending promise is abandoned; the watchdog thread interrupts code that
 * blocks the event loop.
 * @throws TooLate with a message of `late` when the limit is exceeded; else the error of `run`
 */
export async function withinTime<T>({ name, timeout, late, run }: TimedWork<T>): Promise<T> {
  let place: string | undefined;
  const reported = ({ frames: [frame] }: Report) => (place = frame && sourceOf(frame));
  const end = watch({ name, limit: timeout + INTERRUPT_DELAY_MS }, { beatMs: HEARTBEAT_INTERVAL_MS, reported });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new TooLate(place === undefined ? late.waiting() : late.running(place)));
    // `setImmediate` lets the report of the watchdog thread arrive first.
    const giveUpLater = () => (timer = setTimeout(() => setImmediate(giveUp), GRACE_MS));
    timer = setTimeout(giveUpLater, timeout);
  });
  try {
    return await Promise.race([inItsOwnTurn(run), tooLate]);
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Runs the work in its own turn of the event loop, because an interruption terminates all callers on the stack. */
function inItsOwnTurn<T>(run: () => T | Promise<T>): Promise<T> {
  const begin = async () => run();
  return new Promise((resolve) => {
    setImmediate(() => resolve(begin()));
  });
}

/**
 * Watches the event loop. After a block, `blocked` gets its duration and the stack of the code that ran.
 * @returns a function that stops the watch
 */
export function watchLoop({ blockedMs, lastingMs, blocked, failed }: LoopWatch): () => void {
  const reported = ({ ms, route, frames, isOver }: Report) => {
    const stack = frames.map((frame) => `at ${frame.name} (${sourceOf(frame)})`).join('\n');
    blocked({ ms, route, stack, isOver });
  };
  return watch({ blockedMs, lastingMs }, { beatMs: blockedMs / 4, reported, failed });
}

interface TaskOrder {
  readonly name: string;
  readonly limit: number;
}

type LoopOrder = Pick<LoopWatch, 'blockedMs' | 'lastingMs'>;

/** Makes the watchdog thread watch a task or the event loop. @returns a function that ends the watch */
function watch(order: TaskOrder | LoopOrder, handlers: WatchHandlers): () => void {
  // While the inspector is open, a debugger may pause the code, and the watchdog thread must not resume this code.
  if (inspector.url() !== undefined) return () => undefined;
  const id = ++lastId;
  watches.set(id, handlers);
  if ('limit' in order) Atomics.store(runningTask, 0, id);
  const beats = setInterval(() => Atomics.add(beat, 0, 1), handlers.beatMs).unref();
  clearTimeout(idle);
  thread ??= startThread();
  thread.postMessage({ ...order, id });
  return () => {
    clearInterval(beats);
    endWatch(id);
  };
}

function endWatch(id: number): void {
  watches.delete(id);
  // The shared cell ends a task at once; the message ends a watch of the event loop.
  if (Atomics.compareExchange(runningTask, 0, id, 0) === id) Atomics.notify(runningTask, 0);
  else thread?.postMessage({ id });
  if (watches.size === 0) idle = setTimeout(endThread, IDLE_MS).unref();
}

function startThread(): Worker {
  const file = new URL('./watchdog_thread.mjs', import.meta.url);
  const parent = process.connected ? process.ppid : undefined;
  const workerData = { beat, runningRoute, runningTask, reporter, parent };
  Object.defineProperty(globalThis, Symbol.for(reporter), { value: report, configurable: true });
  // `execArgv` is empty, because the thread needs no TypeScript loader.
  const worker = runOutside(() => new Worker(file, { workerData, execArgv: [], env: {}, name: 'watchdog' }));
  worker.on('message', report);
  worker.on('error', (error: Error) => {
    thread = undefined;
    for (const { failed } of watches.values()) failed?.(error);
  });
  worker.unref();
  return worker;
}

function report(one: Report): void {
  watches.get(one.id)?.reported(one);
}

function endThread(): void {
  void thread?.terminate();
  thread = undefined;
}

/** `file:line` of a frame; for a compiled file, the line of its source. */
function sourceOf({ url, line, column }: Frame): string {
  const entry = (findSourceMap(pathOf(url)) ?? findSourceMap(url))?.findEntry(line, column);
  const isMapped = entry && 'originalLine' in entry;
  return isMapped ? `${pathOf(entry.originalSource)}:${entry.originalLine + 1}` : `${pathOf(url)}:${line + 1}`;
}

function pathOf(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}
