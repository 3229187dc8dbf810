import type { Registry } from 'prom-client';

/** A metric as prom-client writes it for others. */
export type MetricJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** What a worker tells the primary. */
export type FromWorker =
  | { readonly lectern: 'beat' }
  | { readonly lectern: 'ready'; readonly url: string }
  /** It can not start. */
  | { readonly lectern: 'failed'; readonly message: string }
  /** It wants to know the metrics of all. */
  | { readonly lectern: 'ask metrics'; readonly question: number }
  | { readonly lectern: 'metrics'; readonly question: number; readonly metrics: readonly MetricJson[] };

/** What the primary tells a worker. */
export type FromPrimary =
  /** Serve those who are there, then end. */
  | { readonly lectern: 'retire' }
  | { readonly lectern: 'give metrics'; readonly question: number }
  | { readonly lectern: 'metrics of all'; readonly question: number; readonly metrics: readonly MetricJson[] };

/** Tells our messages from those of others, which a plugin may send. */
export function isOurs<M extends FromWorker | FromPrimary>(message: unknown): message is M {
  return typeof message === 'object' && message !== null && 'lectern' in message;
}
