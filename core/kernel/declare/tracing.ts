import { trace, type Tracer, SpanKind, SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import { kernelVersion } from './package_info.ts';

/** Placeholder provider of the OpenTelemetry API until an SDK registers a provider. */
interface Proxy {
  getDelegateTracer?(name: string, version: string): Tracer | undefined;
}

/**
 * The tracer of a registered OpenTelemetry SDK; undefined without an SDK. Call this function once, when a service is
 * constructed. Create no spans if the result is undefined.
 */
export function activeTracer(): Tracer | undefined {
  // The SDK may use its own copy of the API, so that `instanceof` would fail.
  const provider = trace.getTracerProvider() as Proxy & ReturnType<typeof trace.getTracerProvider>;
  if (!provider.getDelegateTracer) return provider.getTracer('lectern', kernelVersion);
  return provider.getDelegateTracer('lectern', kernelVersion);
}

/** A unit of background work, as described by its span. */
export interface Work {
  /** Name of the span, without ids or other values that vary: `job events.clean`. */
  readonly name: string;
  readonly attributes: Attributes;
}

/** Runs background work, which belongs to no request. */
export type InSpan = <T>(work: Work, run: () => Promise<T>) => Promise<T>;

/** Creates a function that runs each background work in a span, if an OpenTelemetry SDK is registered. Call it once. */
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
