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
  /** Sums of counters and histograms of ended workers. Without these the sums would fall, which monitoring takes for a restart. */
  #past: Promise<readonly MetricJson[]> = Promise.resolve([]);

  /** @param workers returns the workers that serve */
  constructor(private readonly workers: () => readonly WorkerProcess[]) {
    const gauge: Gauge = new Gauge({
      name: 'lectern_workers',
      help: 'Workers that serve.',
      registers: [this.#own],
      collect: () => gauge.set(workers().length),
    });
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
    const answers = this.workers().map(
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
    return summed([...this.#last.values(), await this.#past, own]).getMetricsAsJSON();
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
    this.#past = this.#past.then((past) => summed([past, counted]).getMetricsAsJSON());
  }
}

const countingTypes = ['counter', 'histogram'];
