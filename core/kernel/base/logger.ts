import type { pino } from 'pino';

/**
 * Writes to the log of the process: JSON, or readable lines on a terminal. A [pino](https://github.com/pinojs/pino) logger.
 *
 * @example
 * logger.warn({ courseId }, 'The course has no teacher.');
 */
export type Logger = pino.Logger;

const moduleLoggers = new WeakMap<Logger, Map<string, Logger>>();

/** Logger of a module, which adds the name of the module; shared by all services of the module. */
export function loggerOf(module: string, logger: Logger): Logger {
  const known = moduleLoggers.get(logger) ?? new Map<string, Logger>();
  moduleLoggers.set(logger, known);
  const own = known.get(module) ?? logger.child({ module }, { formatters: { log: withoutModule } });
  known.set(module, own);
  return own;
}

/** Removes the field `module` of a log call, because the line has this key already. */
function withoutModule(fields: object): object {
  if (!('module' in fields)) return fields;
  const { module: _module, ...rest } = fields;
  return rest;
}
