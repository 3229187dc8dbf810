import { pino } from 'pino';

export type Logger = pino.Logger;

/** Where log lines go: standard output unless a test reads them. */
export type LogDestination = pino.DestinationStream;

// What may never stand in a log line, whoever writes it.
const secrets = [
  'authorization',
  'cookie',
  'password',
  'payPassword',
  'token',
  'secret',
  'accessToken',
  'jwt',
  'phrase',
];
const headers = ['*["x-auth-token"]', '*["access-token"]'];
const paths = [...secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), ...headers];

/** JSON lines; errors go with their stacks, secrets are struck out by name. */
export function createLogger(
  level: string,
  destination: LogDestination = pino.destination({ dest: 1, sync: true }),
): Logger {
  return pino({ level, base: null, redact: { paths, censor: '[secret]' } }, destination);
}

/** Where the lines of requests go, or undefined at a level that leaves them out. */
export function requestLines(level: string, destination?: LogDestination): LogDestination | undefined {
  const { info = 0, [level]: wanted = Infinity } = pino.levels.values;
  return wanted > info ? undefined : (destination ?? new GatheredLines());
}

const GATHERED_CHARACTERS = 8_192;
const GATHERED_MS = 100;

/** Standard output, written to in larger pieces: a system call for each line would cost more than all the rest of it. */
class GatheredLines implements LogDestination {
  readonly #output = pino.destination({ dest: 1, sync: true });
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    process.once('exit', () => {
      this.#flush();
    });
  }

  write(line: string): void {
    this.#text += line;
    if (this.#text.length >= GATHERED_CHARACTERS) this.#flush();
    else this.#timer ??= setTimeout(this.#flush, GATHERED_MS).unref();
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#text !== '') this.#output.write(this.#text);
    this.#text = '';
  };
}
