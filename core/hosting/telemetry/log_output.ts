import { writeSync } from 'node:fs';
import type { pino } from 'pino';
import { withoutWaiting } from './non_blocking.ts';

/** Milliseconds until it is tried again where the reader is slow. */
const SOON = 50;
/** The same where the disk is full, or the reader is gone. */
const LATER = 1_000;
/** Milliseconds that the end of the process waits for a slow reader. */
const LAST_WAIT = 500;
const WARN = 40;

/** Where log lines go, and how many of them wait when they cannot be written. */
export interface LogOutputTerms {
  /** A file descriptor. */
  readonly fd: number;
  readonly keptBytes: number;
  /** Hears once of each time in which lines are dropped; standard error does unless given. */
  readonly note?: (problem: string) => void;
}

/**
 * An output for log lines that never holds up the process: what cannot be written now is kept up to a limit, and what is
 * more than that is dropped and counted. What is told of requests must not stop them.
 */
export class LogOutput implements pino.DestinationStream {
  readonly #fd: number;
  readonly #keptBytes: number;
  readonly #note: (problem: string) => void;
  readonly #kept: Buffer[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Why it is waiting. */
  #problem = '';
  #isNoted = false;
  #dropped = 0;
  /** Lines that were dropped and that the log has not told of. */
  #untold = 0;

  constructor({ fd, keptBytes, note = noteOnStandardError }: LogOutputTerms) {
    this.#fd = withoutWaiting(fd);
    this.#keptBytes = keptBytes;
    this.#note = note;
    process.once('exit', this.end);
  }

  /** Lines that were not written since the start. */
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
      const written = writeSync(this.#fd, text);
      if (written < Buffer.byteLength(text)) this.#wait('EAGAIN', Buffer.from(text).subarray(written));
    } catch (error) {
      this.#wait(codeOf(error), Buffer.from(text));
    }
  }

  /** Writes what is left, and waits a moment for a slow reader: afterwards there is nobody to do it. */
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
    // A disk may be cleared; a reader that has gone away does not come back.
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
    this.#untold += lines;
    if (this.#isNoted) return;
    this.#isNoted = true;
    this.#note(this.#problem);
  }

  readonly #retry = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writeKept() && this.#untold > 0) this.#tellDropped();
  };

  /** Writes what was kept, until it has to wait again. @returns whether there is nothing left of it */
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

  /** @returns how many bytes were written, or undefined when it has to wait */
  #tryToWrite(text: Buffer): number | undefined {
    try {
      return writeSync(this.#fd, text);
    } catch (error) {
      this.#wait(codeOf(error));
      return undefined;
    }
  }

  #tellDropped(): void {
    const lines = this.#untold;
    const msg = `${lines} log lines were dropped, because they could not be written (${this.#problem})`;
    const line = `${JSON.stringify({ level: WARN, time: Date.now(), lines, msg })}\n`;
    // It counts for itself: where it cannot be written either, it is tried again with the next ones.
    if (this.#tryToWrite(Buffer.from(line)) === undefined) return;
    this.#untold = 0;
    this.#isNoted = false;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

const meanings: Readonly<Record<string, string>> = {
  EAGAIN: 'whoever reads them does not keep up',
  ENOSPC: 'the disk is full',
  EPIPE: 'whoever read them has gone away',
};
let errors: number | undefined;

function noteOnStandardError(problem: string): void {
  const meaning = meanings[problem] ?? 'they cannot be written';
  errors ??= withoutWaiting(2);
  try {
    writeSync(errors, `Log lines are dropped: ${meaning} (${problem}). Lectern goes on without them.\n`);
  } catch {
    // There is nobody left to tell; the metric counts them.
  }
}
