import type { Logger } from '../../kernel/base/logger.ts';
import type { ReportUnknown } from '../../kernel/http/strict_handling.ts';

// Maximum number of logged fields, because clients choose the names.
const MAX_LOGGED = 1_000;

/** Logs each field that a route drops once, without its value. For development only: the walk takes time. */
export function unknownInputLog(logger: Logger): ReportUnknown {
  const logged = new Set<string>();
  return ({ module, methods, address }, unknown) => {
    const route = `${methods[0] ?? ''} ${address}`;
    for (const { field, message } of unknown) {
      const key = `${route} ${field.replaceAll(/\.\d+\./g, '.')}`;
      if (logged.has(key) || logged.size === MAX_LOGGED) continue;
      logged.add(key);
      logger.info({ module, route, field }, `input dropped: ${route} was sent "${field}", which ${message}`);
    }
  };
}
