import type { Registry } from 'prom-client';

export type MetricJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** Data for the other workers, which the primary passes on. */
interface Share {
  readonly lectern: 'share';
  readonly topic: string;
  readonly data: unknown;
}

/** Messages from a worker to the primary. */
export type FromWorker =
  | Share
  | { readonly lectern: 'beat' }
  | { readonly lectern: 'ready'; readonly url: string }
  /** Sent to the supervisor of `npm start`: milliseconds after which the process has ended after a signal. */
  | { readonly lectern: 'end limit'; readonly ms: number }
  /** The worker failed to start. */
  | { readonly lectern: 'failed'; readonly message: string }
  /** The worker requests the metrics of all workers. */
  | { readonly lectern: 'ask metrics'; readonly question: number }
  | { readonly lectern: 'metrics'; readonly question: number; readonly metrics: readonly MetricJson[] };

/** Messages from the primary to a worker. */
export type FromPrimary =
  | Share
  /** Finish the requests in progress, then end. */
  | { readonly lectern: 'retire' }
  | { readonly lectern: 'give metrics'; readonly question: number }
  | { readonly lectern: 'metrics of all'; readonly question: number; readonly metrics: readonly MetricJson[] };

/** Whether a message is one of the kernel, which have the key `lectern`; plugins may send their own. */
export function isKernelMessage<M extends FromWorker | FromPrimary>(message: unknown): message is M {
  return typeof message === 'object' && message !== null && 'lectern' in message;
}
