/** The labels of one series. */
export type Labels = Readonly<Record<string, string | number>>;

interface Cell {
  readonly labels: Labels;
  readonly buckets: number[];
  count: number;
  sum: number;
}

/**
 * A Prometheus histogram of seconds that costs a look-up and three additions per observation; prom-client's own hashes
 * all labels each time. It is what prom-client's registry takes for a metric.
 */
export class DurationHistogram {
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #cells = new Map<string, Cell>();

  constructor(
    readonly name: string,
    readonly help: string,
    /** Upper limits in seconds, ascending. */
    private readonly limits: readonly number[],
  ) {}

  /**
   * @param key names the series, the same for the same labels
   * @param labelsOf asked for the labels of a series that is new
   */
  observe(key: string, seconds: number, labelsOf: () => Labels): void {
    let cell = this.#cells.get(key);
    if (!cell) {
      cell = { labels: labelsOf(), buckets: this.limits.map(() => 0), count: 0, sum: 0 };
      this.#cells.set(key, cell);
    }
    const index = this.limits.findIndex((limit) => seconds <= limit);
    if (index !== -1) cell.buckets[index] = (cell.buckets[index] ?? 0) + 1;
    cell.count++;
    cell.sum += seconds;
  }

  get() {
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: [...this.#cells.values()].flatMap((cell) => this.#samplesOf(cell)) };
  }

  reset(): void {
    this.#cells.clear();
  }

  /** Prometheus counts into each bucket whatever is not larger than its limit. */
  #samplesOf({ labels, buckets, count, sum }: Cell) {
    let below = 0;
    const bucket = (le: number | string, value: number) => ({
      metricName: `${this.name}_bucket`,
      labels: { le, ...labels },
      value,
    });
    return [
      ...this.limits.map((limit, index) => bucket(limit, (below += buckets[index] ?? 0))),
      bucket('+Inf', count),
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}
