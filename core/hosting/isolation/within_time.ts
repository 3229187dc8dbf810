import inspector from 'node:inspector';
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { TimedWork } from '../../kernel/modules/isolation.ts';
import { runOutside } from '../../kernel/modules/module_context.ts';
import {
  asleep,
  awake,
  BEAT,
  cells,
  createMemory,
  ENDED,
  gone,
  LIMIT,
  readPlace,
  THREAD,
  TURN,
  writeName,
  writePlace,
} from './watch_memory.mjs';

// While the event loop turns, the timer of the main thread has to fire first.
const GRACE_MS = 250;
const BEAT_MS = 100;

/** Code of a module did not end in time. It may continue where it was waiting. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/**
 * Runs code of a module with a time limit. A pending promise is abandoned; a second thread interrupts a loop that
 * blocks the event loop.
 * @throws TooLate with a message of `late` when the time is up
 */
export async function withinTime<T>({ name, timeout, late, run }: TimedWork<T>): Promise<T> {
  const end = watch(name, timeout);
  const beat = setInterval(() => Atomics.add(state, BEAT, 1), BEAT_MS);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const giveUp = () => {
      const place = interruptedAt();
      reject(new TooLate(place === undefined ? late.waiting() : late.running(place)));
    };
    // When other code has blocked the process, the work gets a moment more.
    timer = setTimeout(() => (timer = setTimeout(giveUp, GRACE_MS / 4)), timeout);
  });
  try {
    return await Promise.race([inItsOwnTurn(run), tooLate]);
  } finally {
    clearTimeout(timer);
    clearInterval(beat);
    end();
  }
}

/** Runs in a turn of its own: an interruption terminates all callers on the stack. */
function inItsOwnTurn<T>(run: () => T | Promise<T>): Promise<T> {
  const begin = async () => run();
  return new Promise((resolve) => {
    setImmediate(() => {
      resolve(begin());
    });
  });
}

const memory = createMemory();
const state = cells(memory);
/** Numbers of the pending tasks. Only one can run at a time, but several may wait. */
const underWay = new Set<number>();
let turns = 0;

/**
 * Registers a task with the watching thread and starts the thread if necessary.
 * @returns a function that marks the task as ended
 */
function watch(name: string, timeout: number): () => void {
  // A debugger may pause the code for any time.
  if (inspector.url() !== undefined) return nothing;
  const turn = ++turns;
  underWay.add(turn);
  writeName(memory, name);
  writePlace(memory, '');
  Atomics.store(state, LIMIT, timeout + GRACE_MS);
  Atomics.store(state, TURN, turn);
  callThread();
  return () => {
    underWay.delete(turn);
    // Older tasks that still wait count as ended, because waiting does not block.
    if (turn === turns || underWay.size === 0) Atomics.store(state, ENDED, turns);
    Atomics.notify(state, ENDED);
  };
}

function nothing(): void {
  // No thread watches, so there is nothing to report.
}

function callThread(): void {
  const thread = Atomics.compareExchange(state, THREAD, asleep, awake);
  // An awake thread may still be waiting for the time limit of a task that has ended.
  Atomics.notify(state, TURN);
  if (thread !== gone) return;
  Atomics.store(state, THREAD, awake);
  const file = new URL('./watch_worker.mjs', import.meta.url);
  // Without `execArgv`: the thread needs no TypeScript loader.
  runOutside(() => new Worker(file, { workerData: memory, execArgv: [], env: {}, name: 'watch' }).unref());
}

/** `file:line` of the source where the work was interrupted. */
function interruptedAt(): string | undefined {
  const [url = '', line = '', column = ''] = readPlace(memory).split(' ');
  if (url === '') return undefined;
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  const [given, at] = [findSourceMap(file) ?? findSourceMap(url), [Number(line), Number(column)] as const];
  const entry = given?.findEntry(...at);
  const source = entry && 'originalLine' in entry ? entry.originalLine : at[0];
  return `${file}:${source + 1}`;
}
