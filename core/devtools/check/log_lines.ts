import { placeIn, type CheckTarget } from './target.ts';

/** Properties of a log entry that checks read. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly module?: string;
  /** Module whose contribution the line is about. */
  readonly contributor?: string;
  readonly reqId?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

const WARN = 40;
const ERROR = 50;
const MAX_LINES = 10_000;

/** Collects the first 10,000 lines of the log of a kernel: an answer with status 500 does not contain its reason. */
export class LogLines {
  readonly #lines: LogLine[] = [];

  constructor(private readonly target: CheckTarget) {}

  write(line: string): void {
    if (this.#lines.length < MAX_LINES) this.#lines.push(JSON.parse(line) as LogLine);
  }

  /** Log lines of the level error or higher. */
  get errors(): readonly LogLine[] {
    return this.#lines.filter(({ level }) => level >= ERROR);
  }

  /** Log lines of the level warn or higher. */
  get problems(): readonly LogLine[] {
    return this.#lines.filter(({ level }) => level >= WARN);
  }

  /**
   * Logged error of a request: message, with the innermost line of a plugin or custom, or else of core. Undefined if no
   * error was logged.
   */
  reasonOf(requestId: unknown): string | undefined {
    const err = this.#lines.find(({ reqId, err }) => reqId === requestId && err !== undefined)?.err;
    if (!err) return undefined;
    const found = placeIn(this.target, err.stack ?? '');
    return found ? `${err.message ?? ''} (${found.place})` : err.message;
  }
}
