/** What a line of the log says, as far as checks ask. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly module?: string;
  readonly reqId?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

const ERROR = 50;
const MOST_KEPT = 10_000;

/** Takes the log of a kernel, so that what went wrong inside can be told. */
export class LogLines {
  readonly #lines: LogLine[] = [];

  write(line: string): void {
    if (this.#lines.length < MOST_KEPT) this.#lines.push(JSON.parse(line) as LogLine);
  }

  /** Errors that were noted down. */
  get errors(): readonly LogLine[] {
    return this.#lines.filter(({ level }) => level >= ERROR);
  }

  /** What the log says of a request that failed: the error, and where it was thrown. */
  reasonOf(requestId: unknown): string | undefined {
    const err = this.#lines.find(({ reqId, err }) => reqId === requestId && err !== undefined)?.err;
    if (!err) return undefined;
    const place = /^\s+at .*?(?:\(|at )?((?:file:\/\/)?\/[^\s()]+:\d+):\d+\)?$/m.exec(err.stack ?? '')?.[1];
    return place === undefined ? (err.message ?? '') : `${err.message ?? ''} (${place.replace('file://', '')})`;
  }
}
