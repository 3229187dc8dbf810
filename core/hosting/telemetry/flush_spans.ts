import { trace } from '@opentelemetry/api';
import { inTime } from './timeout.ts';
import { activeTracer } from '../../kernel/declare/tracing.ts';

const TIMEOUT_MS = 2_000;

/** Methods of an SDK's tracer provider that are used here. */
interface Provider {
  getDelegate?(): Provider;
  forceFlush?(): Promise<void>;
}

/** Exports buffered spans before the process ends, if an SDK is registered. */
export async function flushSpans(): Promise<void> {
  if (!activeTracer()) return;
  const proxy = trace.getTracerProvider() as Provider;
  const provider = proxy.getDelegate?.() ?? proxy;
  const late = () => new Error(`The spans were not exported within ${TIMEOUT_MS} ms.`);
  // An unreachable collector must not change how the process ends.
  await inTime({ milliseconds: TIMEOUT_MS, run: () => provider.forceFlush?.(), late }).catch(() => undefined);
}
