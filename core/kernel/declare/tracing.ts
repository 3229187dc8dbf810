import { trace, type Tracer, SpanKind, SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import { kernelVersion } from './package_info.ts';

/** What the API hands out in place of a provider until an SDK has brought one. */
interface Proxy {
  getDelegateTracer?(name: string, version: string): Tracer | undefined;
}

/**
 * The tracer, where an OpenTelemetry SDK was registered before; undefined where nobody wants spans. Ask once, where
 * something is put together, and do nothing of the kind per request without one.
 */
export function activeTracer(): Tracer | undefined {
  // The SDK may have brought a copy of the API of its own, so that no class is the same.
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

/** Creates the function that runs background work, in a span of its own where an SDK is registered. Call it once. */
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
