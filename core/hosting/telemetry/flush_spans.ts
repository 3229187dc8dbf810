import { trace } from '@opentelemetry/api';
import { activeTracer } from '../../kernel/declare/tracing.ts';

const PATIENCE_MS = 2_000;

/** What the provider of an SDK offers, as far as it is asked for here. */
interface Provider {
  getDelegate?(): Provider;
  forceFlush?(): Promise<void>;
}

/** Has the SDK hand over the spans that it has gathered, if there is one: the process is about to end. */
export async function flushSpans(): Promise<void> {
  if (!activeTracer()) return;
  const proxy = trace.getTracerProvider() as Provider;
  const provider = proxy.getDelegate?.() ?? proxy;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  // Who collects spans may be away; that is no reason to end otherwise.
  const flushed = provider.forceFlush?.().catch(() => undefined);
  await Promise.race([flushed, limit]).finally(() => clearTimeout(timer));
}
