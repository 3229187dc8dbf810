import type { pino } from 'pino';

export type Logger = pino.Logger;

/** Where log lines go: standard output unless a test reads them. */
export type LogDestination = pino.DestinationStream;

const moduleLoggers = new WeakMap<Logger, Map<string, Logger>>();

/** The logger of a module, whose lines have the module's name; one for all services of the module. */
export function loggerOf(module: string, logger: Logger): Logger {
  const known = moduleLoggers.get(logger) ?? new Map<string, Logger>();
  moduleLoggers.set(logger, known);
  const own = known.get(module) ?? logger.child({ module }, { formatters: { log: withoutModule } });
  known.set(module, own);
  return own;
}

/** A second field of that name would make two values of one key, of which JSON parsers keep either. */
function withoutModule(fields: object): object {
  if (!('module' in fields)) return fields;
  const { module: _module, ...rest } = fields;
  return rest;
}
