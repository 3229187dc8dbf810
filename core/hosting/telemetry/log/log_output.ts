import type { pino } from 'pino';
import { writerTo, type Write } from './non_blocking.ts';

/** Destination of log lines, such as standard output. */
export type LogDestination = pino.DestinationStream;

/** Milliseconds between retries with a slow reader. */
const SOON = 50;
/** Milliseconds between retries after other errors, such as a full disk. */
const LATER = 1_000;
/** Milliseconds that the end of the process waits for a slow reader. */
const LAST_WAIT = 500;
const WARN = 40;

export interface LogOutputTerms {
  readonly fd: number;
  readonly keptBytes: number;
  /** Called with an error code, once for each period in which lines are dropped; defaults to a note on standard error. */
  readonly note?: (problem: string) => void;
}

/** Log output that does not wait for the reader of a pipe. Stores up to `keptBytes` of unwritten lines, then drops lines. */
export class LogOutput implements LogDestination {
  readonly #write: Write;
  readonly #keptBytes: number;
  readonly #note: (problem: string) => void;
  readonly #kept: Buffer[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Error code of the last failed write. */
  #problem = '';
  #isNoted = false;
  #dropped = 0;
  /** Dropped lines that the log has not reported yet. */
  #unreported = 0;

  constructor({ fd, keptBytes, note = noteOnStandardError }: LogOutputTerms) {
    this.#write = writerTo(fd);
    this.#keptBytes = keptBytes;
    this.#note = note;
    process.once('exit', this.end);
  }

  /** Number of dropped lines since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @param text whole lines */
  write(text: string): void {
    if (this.#timer) {
      this.#keep(Buffer.from(text));
      return;
    }
    try {
      const written = this.#write(text);
      if (written < Buffer.byteLength(text)) this.#wait('EAGAIN', Buffer.from(text).subarray(written));
    } catch (error) {
      this.#wait(codeOf(error), Buffer.from(text));
    }
  }

  /** Writes the remaining lines, and waits up to half a second for a slow reader. */
  readonly end = (): void => {
    const until = Date.now() + LAST_WAIT;
    const never = new Int32Array(new SharedArrayBuffer(4));
    this.#retry();
    while (this.#isSlow && Date.now() < until) {
      Atomics.wait(never, 0, 0, 10);
      this.#retry();
    }
    clearTimeout(this.#timer);
  };

  get #isSlow(): boolean {
    return this.#timer !== undefined && this.#problem === 'EAGAIN';
  }

  #wait(problem: string, rest?: Buffer): void {
    this.#problem = problem;
    this.#timer = setTimeout(this.#retry, problem === 'EAGAIN' ? SOON : LATER).unref();
    if (rest) this.#keep(rest);
    // A full disk may be cleared; a closed reader does not come back.
    if (problem === 'EPIPE' || problem === 'EBADF') this.#dropKept();
  }

  #keep(text: Buffer): void {
    if (this.#bytes + text.length > this.#keptBytes) {
      this.#drop(text);
      return;
    }
    this.#kept.push(text);
    this.#bytes += text.length;
  }

  #dropKept(): void {
    for (const text of this.#kept.splice(0)) this.#drop(text);
    this.#bytes = 0;
  }

  #drop(text: Buffer): void {
    let lines = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
    this.#dropped += lines;
    this.#unreported += lines;
    if (this.#isNoted) return;
    this.#isNoted = true;
    this.#note(this.#problem);
  }

  readonly #retry = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writeKept() && this.#unreported > 0) this.#reportDropped();
  };

  /** Writes stored lines until a write fails. @returns whether all lines were written */
  #writeKept(): boolean {
    for (let text = this.#kept[0]; text; text = this.#kept[0]) {
      const written = this.#tryToWrite(text);
      if (written === undefined) return false;
      this.#bytes -= written;
      if (written === text.length) this.#kept.shift();
      else this.#kept[0] = text.subarray(written);
    }
    return true;
  }

  /** @returns number of bytes written; undefined when the output has to wait */
  #tryToWrite(text: Buffer): number | undefined {
    try {
      return this.#write(text);
    } catch (error) {
      this.#wait(codeOf(error));
      return undefined;
    }
  }

  #reportDropped(): void {
    const lines = this.#unreported;
    const msg = `log lines were dropped, because they could not be written (${this.#problem}): ${lines}`;
    const line = `${JSON.stringify({ level: WARN, time: Date.now(), lines, msg })}\n`;
    // Written directly and not stored: if the write fails, the next retry reports again.
    if (this.#tryToWrite(Buffer.from(line)) === undefined) return;
    this.#unreported = 0;
    this.#isNoted = false;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

const meanings: Readonly<Record<string, string>> = {
  EAGAIN: 'their reader is too slow; speed it up, or raise log.keptBytes',
  ENOSPC: 'the disk is full; free space',
  EPIPE: 'their reader has closed the pipe; restart both',
};
let toErrors: Write | undefined;

function noteOnStandardError(problem: string): void {
  const meaning = meanings[problem] ?? 'they cannot be written';
  toErrors ??= writerTo(2);
  try {
    toErrors(`Log lines are dropped (${problem}): ${meaning}. Lectern continues without them.\n`);
  } catch {
    // Standard error fails, too; the metric still counts the lines.
  }
}
