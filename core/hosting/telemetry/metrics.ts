import { collectDefaultMetrics } from 'prom-client';
import { metricsWriter } from '../cluster/summed_metrics.ts';
import type { MeterRegistry } from './meters.ts';
import { RequestDurations, type RequestLabels } from './request_durations.ts';
import { kernelVersion } from '../../kernel/declare/package_info.ts';

/** Metrics of the process, for Prometheus. */
export interface Metrics {
  /** Counts a request that has arrived; `observe` or `forget` has to follow. */
  readonly begin: () => void;
  /** Reverses `begin` for a request that the kernel has passed on to other middleware. */
  readonly forget: () => void;
  observe(request: RequestLabels, status: number, milliseconds: number): void;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Registers the meters of requests and of the version. */
export function createMetrics(meters: MeterRegistry): Metrics {
  const { registry } = meters;
  const durations = new RequestDurations();
  let inFlight = 0;
  meters.reading({
    name: 'http_requests_in_flight',
    help: 'Requests that are not answered yet.',
    read: () => inFlight,
  });
  registerVersion(meters);
  let withProcess = false;
  return {
    begin: () => {
      inFlight++;
    },
    forget: () => {
      inFlight--;
    },
    observe: (request, status, milliseconds) => {
      inFlight--;
      durations.observe(request, status, milliseconds / 1000);
    },
    contentType: registry.contentType,
    text: metricsWriter(() => {
      // Default metrics start with the first scrape, because they cost time and many installations are never scraped.
      if (!withProcess) collectDefaultMetrics({ register: registry });
      withProcess = true;
      return { registry, durations };
    }),
  };
}

function registerVersion(meters: MeterRegistry): void {
  const labels = { version: kernelVersion, node: process.version };
  const terms = {
    name: 'lectern_build_info',
    help: 'Always 1; the labels say which version of Lectern runs, and on which version of Node.js.',
    labels: ['version', 'node'],
    across: 'first',
  } as const;
  meters.gauge(terms).set(labels, 1);
}
