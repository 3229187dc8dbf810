import { trace, type Span } from '@opentelemetry/api';
import { activeTracer } from '../../../kernel/base/tracing.ts';

export interface TraceFields {
  readonly trace_id: string;
  readonly span_id: string;
}

export function traceOf(span: Span): TraceFields {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** Returns a `mixin` of pino that adds the active span to log lines; undefined without an OpenTelemetry SDK. */
export function traceMixin(): (() => object) | undefined {
  if (!activeTracer()) return undefined;
  return () => {
    const span = trace.getActiveSpan();
    return span ? traceOf(span) : {};
  };
}
