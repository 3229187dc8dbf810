import { placeBelow, placesIn } from './stack_place.ts';

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

  /** @param folder folder of the module; `reasonOf` prefers lines of a stack in this folder */
  constructor(private readonly folder: string) {}

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
   * Logged error of a request: message, with the innermost file and line of the module, or else of any code. Undefined if
   * no error was logged.
   */
  reasonOf(requestId: unknown): string | undefined {
    const err = this.#lines.find(({ reqId, err }) => reqId === requestId && err !== undefined)?.err;
    if (!err) return undefined;
    const { stack = '' } = err;
    const place = placeBelow(this.folder, stack) ?? placesIn(stack)[0];
    return place === undefined ? (err.message ?? '') : `${err.message ?? ''} (${place})`;
  }
}
