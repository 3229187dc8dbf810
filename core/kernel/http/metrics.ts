import { collectDefaultMetrics, Registry, type Metric } from 'prom-client';
import { DurationHistogram } from './duration_histogram.ts';
import type { Exchange } from './exchange.ts';

/** What the process tells Prometheus. */
export interface Metrics {
  observe(exchange: Exchange, status: number, milliseconds: number): void;
  readonly contentType: string;
  text(): Promise<string>;
}

const limits = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** @param meters measured elsewhere */
export function createMetrics(meters: readonly Metric[]): Metrics {
  const registry = new Registry();
  const help = 'Time from the arrival of a request to its answer.';
  const requests = new DurationHistogram('http_request_duration_seconds', help, limits);
  // eslint-disable-next-line no-restricted-syntax -- the type names prom-client's own classes; the registry asks for `get`
  registry.registerMetric(requests as unknown as Metric);
  for (const meter of meters) registry.registerMetric(meter);
  let withProcess = false;
  return {
    observe: ({ method, route, module }, status, milliseconds) => {
      requests.observe({ method, route, module, status }, milliseconds / 1000);
    },
    contentType: registry.contentType,
    text: async () => {
      // Asked for the first time: watching the process costs something and nobody may ever scrape.
      if (!withProcess) collectDefaultMetrics({ register: registry });
      withProcess = true;
      return registry.metrics();
    },
  };
}
