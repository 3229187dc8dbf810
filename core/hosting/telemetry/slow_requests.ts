import type { Logger } from '../../kernel/declare/logger.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';

/** Logs a slow request. */
export type SlowRequestLog = (context: RequestContext, status: number, milliseconds: number) => void;

/** Logs requests that took longer than `log.slowRequestMs`, with the fields needed to examine them. */
export function slowRequestLog(logger: Logger, slowRequestMs: number): SlowRequestLog {
  return ({ id, method, route, module, caller }, status, milliseconds) => {
    const ms = Math.round(milliseconds);
    logger.warn(
      { reqId: id, method, route, module, user: caller?.id, status, ms },
      `a request took ${ms} ms, longer than ${slowRequestMs} ms (log.slowRequestMs)`,
    );
  };
}
