import type { Labels } from '../../kernel/declare/meters.ts';
import { Durations } from './durations.ts';

/**
 * Prometheus histogram of seconds. Callers hold a `Durations` object for each series. An observation takes a few
 * additions; prom-client would hash all labels each time. Has the interface that the registry of prom-client expects.
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

  /** Creates a series; call once for each set of labels. */
  series(labels: Labels = {}): Durations {
    const series = new Durations(labels, this.limits);
    this.#series.push(series);
    return series;
  }

  get() {
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: this.#series.flatMap((series) => series.samples(name)) };
  }

  /** Required by the registry of prom-client; the kernel does not call it. */
  reset(): void {
    this.#series.length = 0;
  }
}
