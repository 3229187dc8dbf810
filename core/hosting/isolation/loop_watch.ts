import inspector from 'node:inspector';
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** One time that the event loop stood still. */
export interface Block {
  readonly ms: number;
  /** Number of the route whose operation was running, 0 for none. */
  readonly route: number;
  /** The calls that led to the line that was running, as a stack; empty where it could not be found out. */
  readonly stack: string;
}

interface Frame {
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

type Message = Omit<Block, 'stack'> & { readonly frames: readonly Frame[] };

/** What the two threads share: a beat that the main thread counts, and the number of the route that it runs. */
export function createLoopMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** How the event loop is watched. */
export interface LoopWatchTerms {
  readonly memory: SharedArrayBuffer;
  /** How long it has to stand still to be told of. */
  readonly blockedMs: number;
  readonly told: (block: Block) => void;
  /** The second thread has failed; nothing is watched any more. */
  readonly failed: (error: Error) => void;
}

/**
 * Watches the event loop from a thread of its own, which looks up whose code is running when the main thread has not
 * moved for a while.
 * @returns a function that ends it
 */
export function watchLoop({ memory, blockedMs, told, failed }: LoopWatchTerms): () => void {
  // Who stands at a breakpoint blocks nobody, and must not be sent on by us.
  if (inspector.url() !== undefined) return nothing;
  const cells = new Int32Array(memory);
  const beat = setInterval(() => Atomics.add(cells, 0, 1), blockedMs / 4).unref();
  const file = new URL('./loop_watcher.mjs', import.meta.url);
  const worker = new Worker(file, { workerData: { memory, blockedMs }, execArgv: [], env: {}, name: 'loop watch' });
  worker.on('message', ({ ms, route, frames }: Message) => {
    told({ ms, route, stack: frames.map(lineOf).join('\n') });
  });
  worker.on('error', failed).unref();
  return () => {
    clearInterval(beat);
    void worker.terminate();
  };
}

/** The frame as a line of a stack, in the words of the source where that was compiled. */
function lineOf({ name, url, line, column }: Frame): string {
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  const entry = (findSourceMap(file) ?? findSourceMap(url))?.findEntry(line, column);
  const source =
    entry && 'originalLine' in entry
      ? { file: pathOf(entry.originalSource), line: entry.originalLine }
      : { file, line };
  return `at ${name || '<anonymous>'} (${source.file}:${source.line + 1})`;
}

function pathOf(source: string): string {
  return source.startsWith('file:') ? fileURLToPath(source) : source;
}

function nothing(): void {
  // Nothing was begun.
}
