import { pino } from 'pino';
import { workerNumber } from './cluster/worker_number.ts';
import { GatheredLines } from './gathered_lines.ts';
import { LogOutput } from './log_output.ts';
import { traceMixin } from './tracing/trace_of.ts';

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

/** What the configuration says of the log. */
export interface LogSettings {
  readonly level: string;
  readonly keptBytes: number;
}

/** JSON lines; errors go with their stacks, secrets are struck out by name. */
export function createLogger({ level, keptBytes }: LogSettings, destination?: LogDestination): Logger {
  const mixin = traceMixin();
  const redact = { paths, censor: '[secret]' };
  return pino(
    { level, base: signature() ?? null, redact, ...(mixin && { mixin }) },
    destination ?? standardOutput(keptBytes),
  );
}

const moduleLoggers = new WeakMap<Logger, Map<string, Logger>>();

/** The logger that a module gets, whose lines have its name; one for all of its services. */
export function loggerOf(module: string, logger: Logger): Logger {
  const known = moduleLoggers.get(logger) ?? new Map<string, Logger>();
  moduleLoggers.set(logger, known);
  const own = known.get(module) ?? logger.child({ module });
  known.set(module, own);
  return own;
}

/** What each line says of the process that wrote it, where several write. */
export function signature(): { worker: number; pid: number } | undefined {
  const worker = workerNumber();
  return worker === undefined ? undefined : { worker, pid: process.pid };
}

/** Where the lines of requests go, or undefined at a level that leaves them out. */
export function requestLines(
  { level, keptBytes }: LogSettings,
  destination?: LogDestination,
): LogDestination | undefined {
  const { info = 0, [level]: wanted = Infinity } = pino.levels.values;
  return wanted > info ? undefined : (destination ?? new GatheredLines(standardOutput(keptBytes)));
}

let output: LogOutput | undefined;

/** Standard output: all loggers of a process write to the same one. */
function standardOutput(keptBytes: number): LogOutput {
  return (output ??= new LogOutput({ fd: 1, keptBytes }));
}

/** Lines of this process that could not be written to standard output. */
export function droppedLines(): number {
  return output?.dropped ?? 0;
}
