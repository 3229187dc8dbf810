import type { Labels } from '../../kernel/declare/meters.ts';

/** One series of a histogram of seconds. */
export class DurationSeries {
  readonly #buckets: number[];
  #count = 0;
  #sum = 0;

  constructor(
    readonly labels: Labels,
    /** Upper limits in seconds, ascending. */
    private readonly limits: readonly number[],
  ) {
    this.#buckets = limits.map(() => 0);
  }

  observe(seconds: number): void {
    const { limits } = this;
    let index = 0;
    while (index < limits.length && seconds > (limits[index] as number)) index++;
    if (index < limits.length) this.#buckets[index] = (this.#buckets[index] as number) + 1;
    this.#count++;
    this.#sum += seconds;
  }

  /** Samples in the format of prom-client: each bucket counts all values up to its limit. */
  samples(name: string) {
    const { labels } = this;
    let below = 0;
    const bucket = (le: number | string, value: number) => ({
      metricName: `${name}_bucket`,
      labels: { le, ...labels },
      value,
    });
    return [
      ...this.limits.map((limit, index) => bucket(limit, (below += this.#buckets[index] as number))),
      bucket('+Inf', this.#count),
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: this.#count },
    ];
  }
}
