import { trace, type Tracer, SpanKind, SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import { kernelVersion } from './package_info.ts';

/** Placeholder provider of the OpenTelemetry API until an SDK registers a provider. */
interface Proxy {
  getDelegateTracer?(name: string, version: string): Tracer | undefined;
}

/**
 * The tracer of a registered OpenTelemetry SDK; undefined without an SDK. Call this function at construction, and
 * create no spans for requests without a tracer.
 */
export function activeTracer(): Tracer | undefined {
  // The SDK may use its own copy of the API, so that `instanceof` would fail.
  const provider = trace.getTracerProvider() as Proxy & ReturnType<typeof trace.getTracerProvider>;
  if (!provider.getDelegateTracer) return provider.getTracer('lectern', kernelVersion);
  return provider.getDelegateTracer('lectern', kernelVersion);
}

/** A unit of background work, as described by its span. */
export interface Work {
  /** Of low cardinality, such as `job events.clean`. */
  readonly name: string;
  readonly attributes: Attributes;
}

/** Runs background work, which belongs to no request. */
export type InSpan = <T>(work: Work, run: () => Promise<T>) => Promise<T>;

/** Creates a function that runs background work, in a separate span with a registered SDK. Call this only once. */
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
