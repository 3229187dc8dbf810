import { trace, type Span } from '@opentelemetry/api';
import { activeTracer } from '../../kernel/declare/tracing.ts';

/** The names that log lines know a span by. */
export interface TraceFields {
  readonly trace_id: string;
  readonly span_id: string;
}

export function traceOf(span: Span): TraceFields {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** What each line of a log says of the span that it was written in; nothing to ask per line where nobody wants spans. */
export function traceMixin(): (() => object) | undefined {
  if (!activeTracer()) return undefined;
  return () => {
    const span = trace.getActiveSpan();
    return span ? traceOf(span) : {};
  };
}
