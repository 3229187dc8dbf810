import { workerNumber } from '../cluster/worker_number.ts';
import type { pino } from 'pino';
import type { LineOutput } from './terminal_lines.ts';

// With several workers, low enough that most writes are below 4,096 bytes, and thus atomic on a shared pipe.
const BUFFERED_CHARACTERS = workerNumber() === undefined ? 8_192 : 3_600;
const BUFFERED_MS = 100;

/** An output that buffers lines, because one system call for each line dominates the cost of logging. */
export class BufferedOutput implements pino.DestinationStream {
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly output: LineOutput) {
    process.once('exit', this.end);
  }

  write(line: string): void {
    this.#text += line;
    if (this.#text.length >= BUFFERED_CHARACTERS) this.#flush();
    else this.#timer ??= setTimeout(this.#flush, BUFFERED_MS).unref();
  }

  /** Writes the remaining lines synchronously at the end of the process. */
  readonly end = (): void => {
    this.#flush();
    this.output.end();
  };

  readonly #flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#text !== '') this.output.write(this.#text);
    this.#text = '';
  };
}
