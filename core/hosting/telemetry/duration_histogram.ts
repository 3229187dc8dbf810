import type { Labels } from '../../kernel/declare/meters.ts';
import { DurationSeries } from './duration_series.ts';

/**
 * Prometheus histogram of seconds, with the interface that the registry of prom-client expects. Callers keep the
 * `DurationSeries` of a series, so that an observation needs no search by labels.
 */
export class DurationHistogram {
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #series: DurationSeries[] = [];

  constructor(
    readonly name: string,
    readonly help: string,
    /** Upper limits in seconds, ascending. */
    private readonly limits: readonly number[],
  ) {}

  /** Creates a series; call once for each set of labels. */
  series(labels: Labels = {}): DurationSeries {
    const series = new DurationSeries(labels, this.limits);
    this.#series.push(series);
    return series;
  }

  get() {
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: this.#series.flatMap((series) => series.samples(name)) };
  }

  /** Required by the registry of prom-client; the kernel does not call this method. */
  reset(): void {
    this.#series.length = 0;
  }
}
