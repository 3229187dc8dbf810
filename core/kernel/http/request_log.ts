import type { Span } from '@opentelemetry/api';
import { signature, type LogDestination } from '../log.ts';
import { traceOf } from '../tracing/trace_of.ts';
import type { Exchange } from './exchange.ts';

const INFO = 30;

/**
 * Writes the line of each request, as pino would. It is put together by hand: all of its values are the kernel's own,
 * so there is nothing to quote and nothing to strike out, and the line costs a tenth. The URL stays out of it, because
 * it may carry a credential.
 */
export type RequestLog = (request: Recorded, status: number, milliseconds: number) => void;

type Recorded = Pick<Exchange, 'id' | 'method' | 'route' | 'module'> & { readonly span?: Span | undefined };

export function createRequestLog(destination: LogDestination | undefined): RequestLog {
  if (!destination) return () => undefined;
  const signed = signature();
  const by = signed ? `"worker":${signed.worker},"pid":${signed.pid},` : '';
  return ({ id, method, route, module, span }, status, milliseconds) => {
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
