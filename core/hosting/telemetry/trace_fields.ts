import { trace, type Span } from '@opentelemetry/api';
import { activeTracer } from '../../kernel/declare/tracing.ts';

export interface TraceFields {
  readonly trace_id: string;
  readonly span_id: string;
}

export function traceOf(span: Span): TraceFields {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** Adds the current span to each log line; undefined without an SDK, which saves the check per line. */
export function traceMixin(): (() => object) | undefined {
  if (!activeTracer()) return undefined;
  return () => {
    const span = trace.getActiveSpan();
    return span ? traceOf(span) : {};
  };
}
