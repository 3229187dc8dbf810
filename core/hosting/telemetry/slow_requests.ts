import type { Logger } from '../../kernel/declare/logger.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import { slowestPart } from './awaited_parts.ts';

export type SlowRequestLog = (context: RequestContext, status: number, milliseconds: number) => void;

/** Returns a function that logs a slow request, with the hook or other part that took at least half of the time. */
export function slowRequestLog(logger: Logger, slowRequestMs: number): SlowRequestLog {
  return (context, status, milliseconds) => {
    const { id, method, route, module, caller } = context;
    const ms = Math.round(milliseconds);
    const slowest = slowestPart(context, milliseconds);
    const part = slowest && { module: slowest.part.name, file: slowest.part.file, ms: Math.round(slowest.ms) };
    const where = slowest && part ? `; ${part.ms} ms of it in ${slowest.part.what}` : '';
    logger.warn(
      { reqId: id, method, route, module, user: caller?.id, status, ms, part },
      `a request took ${ms} ms, longer than ${slowRequestMs} ms (log.slowRequestMs)${where}`,
    );
  };
}
