import type { Logger } from '../../kernel/declare/logger.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';

/** Tells of a request that took long. */
export type TellSlow = (context: RequestContext, status: number, milliseconds: number) => void;

/** Writes a line for a request that took longer than `log.slowRequestMs`, with what has to be known to look into it. */
export function slowRequestLog(logger: Logger, slowRequestMs: number): TellSlow {
  return ({ id, method, route, module, caller }, status, milliseconds) => {
    const ms = Math.round(milliseconds);
    logger.warn(
      { reqId: id, method, route, module, user: caller?.id, status, ms },
      `a request took ${ms} ms, longer than ${slowRequestMs} ms (log.slowRequestMs)`,
    );
  };
}
