import { trace } from '@opentelemetry/api';
import { inTime } from '../telemetry/in_time.ts';
import { activeTracer } from '../../kernel/declare/tracing.ts';

const TIMEOUT_MS = 2_000;

/** The methods used of the provider of an SDK. */
interface Provider {
  getDelegate?(): Provider;
  forceFlush?(): Promise<void>;
}

/** Exports the spans that the SDK has buffered, if there is one, before the process ends. */
export async function flushSpans(): Promise<void> {
  if (!activeTracer()) return;
  const proxy = trace.getTracerProvider() as Provider;
  const provider = proxy.getDelegate?.() ?? proxy;
  const late = () => new Error(`The spans were not exported within ${TIMEOUT_MS} ms.`);
  // An unreachable collector must not change how the process ends.
  await inTime({ milliseconds: TIMEOUT_MS, run: () => provider.forceFlush?.(), late }).catch(() => undefined);
}
