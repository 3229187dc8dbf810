import type { Span } from '@opentelemetry/api';
import { signature } from './log.ts';
import type { LogDestination } from './log_output.ts';
import { traceOf } from './trace_fields.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';

const INFO = 30;

/**
 * Writes the line of a request in the format of pino, but faster. Nothing has to be escaped or redacted, because the
 * kernel or Node has made or checked all values. The URL is left out, because it may contain a credential.
 */
// oxlint-disable-next-line max-params -- one call for each request, without an object made for it
export type RequestLog = (request: Recorded, status: number, milliseconds: number, span?: Span) => void;

type Recorded = Pick<RequestContext, 'id' | 'method' | 'route' | 'module'>;

export function createRequestLog(destination: LogDestination | undefined): RequestLog {
  if (!destination) return () => undefined;
  const signed = signature();
  const by = signed ? `"worker":${signed.worker},"pid":${signed.pid},` : '';
  // oxlint-disable-next-line max-params -- as its type
  return ({ id, method, route, module }, status, milliseconds, span) => {
    const ms = Math.round(milliseconds * 100) / 100;
    const trace = span ? traceText(span) : '';
    destination.write(
      `{"level":${INFO},"time":${Date.now()},${by}"reqId":"${id}","method":"${method}","route":"${route}","module":"${module}","status":${status},"ms":${ms}${trace},"msg":"request"}\n`,
    );
  };
}

function traceText(span: Span): string {
  const { trace_id, span_id } = traceOf(span);
  return `,"trace_id":"${trace_id}","span_id":"${span_id}"`;
}
