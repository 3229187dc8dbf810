import { trace, type Tracer } from '@opentelemetry/api';
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
