import type { DurationHistogram } from './duration_histogram.ts';
import type { DurationSeries } from './duration_series.ts';

/** Labels of a request, except the status. */
export interface RequestLabels {
  readonly method: string;
  readonly route: string;
  readonly module: string;
}

interface Known {
  readonly method: string;
  readonly status: number;
  readonly durations: DurationSeries;
}

/** Durations of requests by route, method and status. */
export class RequestDurations {
  /** Series by route; each route has only a few methods and statuses. */
  readonly #known = new Map<string, Known[]>();

  constructor(private readonly histogram: DurationHistogram) {}

  observe(request: RequestLabels, status: number, seconds: number): void {
    this.#of(request, status).observe(seconds);
  }

  #of({ method, route, module }: RequestLabels, status: number): DurationSeries {
    let known = this.#known.get(route);
    if (!known) this.#known.set(route, (known = []));
    for (const one of known) if (one.status === status && one.method === method) return one.durations;
    const durations = this.histogram.series({ method, route, module, status });
    known.push({ method, status, durations });
    return durations;
  }
}
