import { trace } from '@opentelemetry/api';
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
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS);
  });
  // An unreachable collector must not change how the process ends.
  const flushed = provider.forceFlush?.().catch(() => undefined);
  await Promise.race([flushed, limit]).finally(() => clearTimeout(timer));
}
