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

// The timer of the main thread is to fire first where the loop turns at all.
const GRACE_MS = 250;
const BEAT_MS = 100;

/** Says that code of a module did not end in time; it may go on all the same where it was waiting. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/**
 * Runs code of a module that has to end within some milliseconds. A promise that stays open is given up; a loop that
 * never gives way is interrupted by a second thread, so that the process lives on.
 * @throws TooLate made of `late` when the time is up
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
    // Where something else has held up the process, the work gets another moment.
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

/** What is interrupted takes down everything that called it, so nothing of ours may stand below it. */
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
/** Numbers of the works under way; only one can run at a time, but several may wait. */
const underWay = new Set<number>();
let turns = 0;

/** Tells the watching thread what is under way, starting it where there is none. @returns what says that it has ended */
function watch(name: string, timeout: number): () => void {
  // Who stands at a breakpoint has all the time in the world.
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
    // Where older work is still waiting, it counts as ended, too: what waits does not block.
    if (turn === turns || underWay.size === 0) Atomics.store(state, ENDED, turns);
    Atomics.notify(state, ENDED);
  };
}

function nothing(): void {
  // Nobody watches, nobody has to be told.
}

function callThread(): void {
  const thread = Atomics.compareExchange(state, THREAD, asleep, awake);
  // Awake, it may still be waiting for the time limit of work that has ended.
  Atomics.notify(state, TURN);
  if (thread !== gone) return;
  Atomics.store(state, THREAD, awake);
  const file = new URL('./watch_worker.mjs', import.meta.url);
  // Without what this process was told to import first: reading TypeScript is none of its business.
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
