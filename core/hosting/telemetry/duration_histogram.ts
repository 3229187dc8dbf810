import type { Labels } from '../../kernel/declare/meters.ts';
import { Durations } from './durations.ts';

/**
 * A Prometheus histogram of seconds whose series are kept by whoever observes them: a few additions per observation, where
 * prom-client's own hashes all labels each time. It is what prom-client's registry takes for a metric.
 */
export class DurationHistogram {
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #series: Durations[] = [];

  constructor(
    readonly name: string,
    readonly help: string,
    /** Upper limits in seconds, ascending. */
    private readonly limits: readonly number[],
  ) {}

  /** Begins a series; ask once for each set of labels. */
  series(labels: Labels = {}): Durations {
    const series = new Durations(labels, this.limits);
    this.#series.push(series);
    return series;
  }

  get() {
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: this.#series.flatMap((series) => series.samples(name)) };
  }

  /** Asked of every metric by prom-client's registry, and by nobody of ours. */
  reset(): void {
    this.#series.length = 0;
  }
}
