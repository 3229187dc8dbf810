/** The labels of one series. */
export interface Labels {
  readonly method: string;
  readonly route: string;
  readonly module: string;
  readonly status: number;
}

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
  /** By route: each has a few series only, of its methods and statuses. */
  readonly #cells = new Map<string, Cell[]>();

  constructor(
    readonly name: string,
    readonly help: string,
    /** Upper limits in seconds, ascending. */
    private readonly limits: readonly number[],
  ) {}

  /** Counts one duration; equal labels are one series. */
  observe(labels: Labels, seconds: number): void {
    const cell = this.#cellOf(labels);
    const index = this.limits.findIndex((limit) => seconds <= limit);
    if (index !== -1) cell.buckets[index] = (cell.buckets[index] ?? 0) + 1;
    cell.count++;
    cell.sum += seconds;
  }

  #cellOf(labels: Labels): Cell {
    let cells = this.#cells.get(labels.route);
    if (!cells) this.#cells.set(labels.route, (cells = []));
    for (const cell of cells) {
      if (cell.labels.status === labels.status && cell.labels.method === labels.method) return cell;
    }
    const { method, route, module, status } = labels;
    const fresh = { labels: { method, route, module, status }, buckets: this.limits.map(() => 0), count: 0, sum: 0 };
    cells.push(fresh);
    return fresh;
  }

  get() {
    const { name, help, type, aggregator } = this;
    return {
      name,
      help,
      type,
      aggregator,
      values: [...this.#cells.values()].flat().flatMap((cell) => this.#samplesOf(cell)),
    };
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
