import { Histogram, Registry } from 'prom-client';
import type { MetricJson } from '../cluster/messages.ts';

/** Labels of a request, except the status. */
export interface RequestLabels {
  readonly method: string;
  readonly route: string;
  readonly module: string;
}

interface Series {
  readonly method: string;
  readonly status: number;
  readonly registry: Registry;
  readonly durations: Histogram;
}

const help = 'Time from the arrival of a request to its answer.';
const name = 'http_request_duration_seconds';
/** The meter without series, so that /metrics shows it before the first request. */
const empty = { name, help, type: 'histogram', values: [], aggregator: 'sum' } as never as MetricJson;
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Durations of requests by route, method and status. Each series is a histogram without labels, whose registry has the
 * labels: a histogram with labels would hash them for each request.
 */
export class RequestDurations {
  /** Series by route; each route has only a few methods and statuses. */
  readonly #known = new Map<string, Series[]>();

  observe(request: RequestLabels, status: number, seconds: number): void {
    this.#of(request, status).observe(seconds);
  }

  async json(): Promise<MetricJson[]> {
    const series = [...this.#known.values()].flat();
    return [empty, ...(await Promise.all(series.map(({ registry }) => registry.getMetricsAsJSON()))).flat()];
  }

  #of({ method, route, module }: RequestLabels, status: number): Histogram {
    let known = this.#known.get(route);
    if (!known) this.#known.set(route, (known = []));
    for (const one of known) if (one.status === status && one.method === method) return one.durations;
    const registry = new Registry();
    registry.setDefaultLabels({ method, route, module, status });
    const durations = new Histogram({ name, help, buckets, registers: [registry] });
    known.push({ method, status, registry, durations });
    return durations;
  }
}
