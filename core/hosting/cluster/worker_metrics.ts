import { Counter, Gauge, Registry } from 'prom-client';
import type { MetricJson } from './messages.ts';
import { summed } from './summed_metrics.ts';
import type { WorkerProcess } from './worker_process.ts';

// A hanging worker must not block the metrics of the others.
const TIMEOUT_MS = 2_000;

/** Workers that were asked for their metrics, each with the callback for its answer. */
type Asked = Map<WorkerProcess, () => void>;

/** Metrics of all workers, together with the metrics of the primary about them. */
export class WorkerMetrics {
  readonly #workers: () => readonly WorkerProcess[];
  readonly #own = new Registry();
  readonly #ends = new Counter({
    name: 'lectern_worker_ends_total',
    help: 'Workers that ended unexpectedly, by reason: crash, hang, start.',
    labelNames: ['reason'],
    registers: [this.#own],
  });
  readonly #last = new Map<WorkerProcess, readonly MetricJson[]>();
  readonly #questions = new Map<number, Asked>();
  #asked = 0;
  /** Counters and histograms of ended workers. Without these the sums would fall, which monitoring takes for a restart. */
  readonly #past: (readonly MetricJson[])[] = [];
  #shortening: Promise<void> = Promise.resolve();

  /** @param workers returns the workers that serve */
  constructor(workers: () => readonly WorkerProcess[]) {
    this.#workers = workers;
    const help = 'Workers that serve.';
    const collect = (gauge: Gauge) => {
      gauge.set(workers().length);
    };
    this.#own.registerMetric(new Gauge({ name: 'lectern_workers', help, registers: [], collect: withThis(collect) }));
  }

  countEnd(reason: 'crash' | 'hang' | 'start'): void {
    this.#ends.inc({ reason });
  }

  /**
   * Requests the metrics of all serving workers.
   * @returns the combined metrics; of a worker that does not answer in time, its previous ones
   */
  async gather(): Promise<readonly MetricJson[]> {
    const question = ++this.#asked;
    const asked: Asked = new Map();
    const answers = this.#workers().map(
      (worker) =>
        new Promise<void>((resolve) => {
          asked.set(worker, resolve);
          setTimeout(resolve, TIMEOUT_MS).unref();
          worker.send({ lectern: 'give metrics', question });
        }),
    );
    this.#questions.set(question, asked);
    await Promise.all(answers);
    this.#questions.delete(question);
    const own = await this.#own.getMetricsAsJSON();
    return summed([...this.#last.values(), ...this.#past, own]).getMetricsAsJSON();
  }

  /** Stores the metrics of a worker: the answer to a question, or the last metrics before the worker ends. */
  take(worker: WorkerProcess, question: number, metrics: readonly MetricJson[]): void {
    this.#last.set(worker, metrics);
    this.#questions.get(question)?.get(worker)?.();
  }

  /** Keeps the counters and histograms of a worker that has ended. */
  keep(worker: WorkerProcess): void {
    for (const asked of this.#questions.values()) asked.get(worker)?.();
    const last = this.#last.get(worker) ?? [];
    this.#last.delete(worker);
    const counted = last.filter(({ type }) => countingTypes.includes(String(type)));
    this.#past.push(counted);
    this.#shortening = this.#shortening.then(() => this.#shorten());
  }

  /** Merges the lists in `#past`, so that memory does not grow with the number of ended workers. */
  async #shorten(): Promise<void> {
    const lists = [...this.#past];
    const sum = await summed(lists).getMetricsAsJSON();
    this.#past.splice(0, lists.length, sum);
  }
}

const countingTypes = ['counter', 'histogram'];

/** Adapts `collect` to prom-client, which passes the gauge as `this`. */
function withThis(collect: (gauge: Gauge) => void) {
  return function (this: Gauge): void {
    collect(this);
  };
}
