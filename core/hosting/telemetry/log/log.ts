import { pino } from 'pino';
import type { Logger } from '../../../kernel/base/logger.ts';
import { workerNumber } from '../../cluster/worker_number.ts';
import { LogOutput, type LogDestination } from './log_output.ts';
import { isForTerminal, TerminalLines, type LineOutput } from './terminal_lines.ts';
import { isInstance, propertyOf, reasonOf } from '../../../kernel/base/thrown.ts';
import { stackOf, withoutVersions } from './error_stack.ts';
import { traceMixin } from './trace_fields.ts';

// Names of fields that loggers redact, also in nested objects down to the third level.
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

export interface LogSettings {
  readonly level: string;
  readonly format: string;
  readonly keptBytes: number;
}

export interface LogTerms {
  readonly log: LogSettings;
  readonly environment: string;
}

/** Creates a logger: JSON lines, or readable lines on a terminal. Errors have stacks; secrets are redacted by name. */
export function createLogger(terms: LogTerms, destination?: LogDestination): Logger {
  const { level } = terms.log;
  const mixin = traceMixin();
  const redact = { paths, censor: '[secret]' };
  const serializers = { err: serialized };
  return pino(
    { level, base: signature() ?? null, redact, serializers, hooks: { logMethod: logSafely }, ...(mixin && { mixin }) },
    destination ?? standardOutput(terms),
  );
}

/** Serializes an error like pino, but does not append the message of a cause that the error quotes already. */
function serialized(error: Error): pino.SerializedError {
  const line = pino.stdSerializers.err(error);
  line.stack = withoutVersions(line.stack);
  const message = reasonOf(error);
  const cause = propertyOf(error, 'cause');
  if (isInstance(cause, Error) && message.includes(reasonOf(cause))) line.message = message;
  return line;
}

type LogMethod = (this: Logger, ...given: unknown[]) => void;

/** Writes a line. If a value cannot be read, writes only the module, the error and the message. */
function logSafely(this: Logger, given: unknown[], method: pino.LogFn): void {
  const write: LogMethod = method;
  try {
    write.apply(this, given);
  } catch {
    const [about, ...rest] = given;
    write.call(this, { module: propertyOf(about, 'module'), err: plainOf(about) }, ...rest.map(reasonOf));
  }
}

function plainOf(about: unknown): Error {
  const err = isInstance(about, Error) ? about : propertyOf(about, 'err');
  const plain = new Error(reasonOf(err));
  plain.stack = stackOf(err);
  return plain;
}

/** Fields that identify the process in each log line; undefined unless this process is one of several. */
export function signature(): { worker: number; pid: number } | undefined {
  const worker = workerNumber();
  return worker === undefined ? undefined : { worker, pid: process.pid };
}

/** Destination of request lines; undefined at a level that excludes them. */
export function requestLines(terms: LogTerms, destination?: LogDestination): LogDestination | undefined {
  const { info = 0, [terms.log.level]: wanted = Infinity } = pino.levels.values;
  return wanted > info ? undefined : (destination ?? new BufferedOutput(standardOutput(terms)));
}

let output: LogOutput | undefined;
let lines: LineOutput | undefined;

/** Standard output, shared by all loggers of a process. The settings of the first logger apply to all. */
function standardOutput({ log: { keptBytes, format }, environment }: LogTerms): LineOutput {
  output ??= new LogOutput({ fd: 1, keptBytes });
  const isTerminal = process.stdout.isTTY;
  return (lines ??= isForTerminal({ format, isTerminal, environment }) ? new TerminalLines(output) : output);
}

/** Number of lines that could not be written to standard output. */
export function droppedLines(): number {
  return output?.dropped ?? 0;
}

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
