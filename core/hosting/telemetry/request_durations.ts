import type { MetricJson } from '../cluster/messages.ts';

/** Labels of a request, except the status. */
export interface RequestLabels {
  readonly method: string;
  readonly route: string;
  readonly module: string;
}

interface Series {
  readonly labels: RequestLabels & { readonly status: number };
  /** Number of requests by bucket; a request is in the first bucket with a limit that it does not exceed. */
  readonly counts: number[];
  sum: number;
}

const help = 'Time from the arrival of a request to its answer.';
const name = 'http_request_duration_seconds';
const limits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Infinity];

/**
 * Durations of requests by route, method and status. A histogram of prom-client would join and examine the labels for
 * each request.
 */
export class RequestDurations {
  /** Series by route; each route has only a few methods and statuses. */
  readonly #known = new Map<string, Series[]>();

  observe(request: RequestLabels, status: number, seconds: number): void {
    const series = this.#of(request, status);
    const bucket = limits.findIndex((limit) => seconds <= limit);
    series.counts[bucket] = (series.counts[bucket] as number) + 1;
    series.sum += seconds;
  }

  /** The histogram in the format of prom-client. */
  get json(): MetricJson {
    const values = [...this.#known.values()].flat().flatMap(samplesOf);
    return { name, help, type: 'histogram', values, aggregator: 'sum' } as never;
  }

  #of({ method, route, module }: RequestLabels, status: number): Series {
    let known = this.#known.get(route);
    if (!known) this.#known.set(route, (known = []));
    for (const one of known) if (one.labels.status === status && one.labels.method === method) return one;
    const series = { labels: { method, route, module, status }, counts: limits.map(() => 0), sum: 0 };
    known.push(series);
    return series;
  }
}

/** Samples of a series. Each bucket counts all requests up to its limit. */
function samplesOf({ labels, counts, sum }: Series) {
  let count = 0;
  const buckets = limits.map((limit, bucket) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: limit === Infinity ? '+Inf' : limit },
    value: (count += counts[bucket] as number),
  }));
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
