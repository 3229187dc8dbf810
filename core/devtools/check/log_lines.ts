import { placeBelow, placesIn } from './stack_place.ts';

/** Properties of a log entry that checks read. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly module?: string;
  /** Module whose contribution the line reports. */
  readonly contributor?: string;
  readonly reqId?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

const WARN = 40;
const ERROR = 50;
const MAX_LINES = 10_000;

/** Collects the log of a kernel. A client sees only status 500; the reason is in the log. */
export class LogLines {
  readonly #lines: LogLine[] = [];

  /** @param folder folder of the module; its lines in a stack take precedence in reasons */
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

  /** Logged reason of a failed request: message of the error, and the innermost file and line of the module. */
  reasonOf(requestId: unknown): string | undefined {
    const err = this.#lines.find(({ reqId, err }) => reqId === requestId && err !== undefined)?.err;
    if (!err) return undefined;
    const { stack = '' } = err;
    const place = placeBelow(this.folder, stack) ?? placesIn(stack)[0];
    return place === undefined ? (err.message ?? '') : `${err.message ?? ''} (${place})`;
  }
}
