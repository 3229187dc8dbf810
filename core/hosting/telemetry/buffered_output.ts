import { workerNumber } from '../cluster/worker_number.ts';
import type { pino } from 'pino';
import type { LineOutput } from './terminal_lines.ts';

// Several processes that write to one pipe do not mix their lines in pieces of up to 4,096 bytes.
const GATHERED_CHARACTERS = workerNumber() === undefined ? 8_192 : 3_600;
const GATHERED_MS = 100;

/** An output that is written to in larger pieces: a system call for each line would cost more than all the rest of it. */
export class BufferedOutput implements pino.DestinationStream {
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly output: LineOutput) {
    process.once('exit', this.end);
  }

  write(line: string): void {
    this.#text += line;
    if (this.#text.length >= GATHERED_CHARACTERS) this.#flush();
    else this.#timer ??= setTimeout(this.#flush, GATHERED_MS).unref();
  }

  /** Writes what is left, waiting for it a moment: afterwards there is nobody to do it. */
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
