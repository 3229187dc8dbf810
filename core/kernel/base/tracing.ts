import { trace, type Tracer, SpanKind, SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import { kernelVersion } from './package_info.ts';

/** Provider of the OpenTelemetry API; `getDelegateTracer` returns the tracer of a registered SDK, or undefined. */
interface Proxy {
  getDelegateTracer?(name: string, version: string): Tracer | undefined;
}

/**
 * The tracer of a registered OpenTelemetry SDK; undefined without an SDK: then create no spans. Call this function
 * once for each service, in its constructor.
 */
export function activeTracer(): Tracer | undefined {
  // A test by `instanceof` would fail for an SDK with its own copy of the API.
  const provider = trace.getTracerProvider() as Proxy & ReturnType<typeof trace.getTracerProvider>;
  if (!provider.getDelegateTracer) return provider.getTracer('lectern', kernelVersion);
  return provider.getDelegateTracer('lectern', kernelVersion);
}

/** Name and attributes of the span of background work. */
export interface Work {
  /** Name of the span, without ids or other values that vary: `job events.clean`. */
  readonly name: string;
  readonly attributes: Attributes;
}

/** Runs background work, and returns its result. Background work belongs to no request. */
export type InSpan = <T>(work: Work, run: () => Promise<T>) => Promise<T>;

/** Creates a function that runs background work in a root span; without an OpenTelemetry SDK, without a span. */
export function backgroundSpans(): InSpan {
  const tracer = activeTracer();
  if (!tracer) return (_work, run) => run();
  return ({ name, attributes }, run) =>
    tracer.startActiveSpan(name, { kind: SpanKind.INTERNAL, root: true, attributes }, (span) => ended(span, run));
}

async function ended<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    span.recordException(error as Error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
