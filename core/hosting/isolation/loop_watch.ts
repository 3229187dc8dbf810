import inspector from 'node:inspector';
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** A blocked event loop. */
export interface Block {
  readonly ms: number;
  /** Number of the route whose operation was running, 0 for none. */
  readonly route: number;
  /** Stack of the running code; empty when it could not be determined. */
  readonly stack: string;
}

interface Frame {
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

type Message = Omit<Block, 'stack'> & { readonly frames: readonly Frame[] };

/** Memory shared by both threads: a heartbeat of the main thread, and the number of its running route. */
export function createLoopMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** Options of the event loop watch. */
export interface LoopWatchTerms {
  readonly memory: SharedArrayBuffer;
  /** Shortest block that is reported, in milliseconds. */
  readonly blockedMs: number;
  readonly told: (block: Block) => void;
  /** The watching thread has failed; blocks are no longer reported. */
  readonly failed: (error: Error) => void;
}

/**
 * Watches the event loop from a second thread, which reads the stack of the main thread when its heartbeat stops.
 * @returns a function that stops the watch
 */
export function watchLoop({ memory, blockedMs, told, failed }: LoopWatchTerms): () => void {
  // A breakpoint in a debugger is no block, and the watch must not resume it.
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

/** Formats a frame as a line of a stack, mapped to its source where it was compiled. */
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
  // The watch was not started.
}
