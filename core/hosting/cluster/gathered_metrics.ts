import { Counter, Gauge, Registry } from 'prom-client';
import type { MetricJson } from './messages.ts';
import { summed } from './whole_metrics.ts';
import type { WorkerProcess } from './worker_process.ts';

// A worker that hangs must not keep the others from being measured.
const PATIENCE_MS = 2_000;

/** Those who are asked for their metrics. */
type Asked = Map<WorkerProcess, () => void>;

/** The metrics of all workers, and those of the primary about them. */
export class GatheredMetrics {
  readonly #workers: () => readonly WorkerProcess[];
  readonly #own = new Registry();
  readonly #ends = new Counter({
    name: 'lectern_worker_ends_total',
    help: 'Workers that ended without being told to, by reason: crash, hang, start.',
    labelNames: ['reason'],
    registers: [this.#own],
  });
  readonly #last = new Map<WorkerProcess, readonly MetricJson[]>();
  readonly #questions = new Map<number, Asked>();
  #asked = 0;
  /** What workers that are gone have counted: a sum that falls would look like a restart of all. */
  readonly #past: (readonly MetricJson[])[] = [];
  #shortening: Promise<void> = Promise.resolve();

  /** @param workers those that serve */
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

  /** Asks all workers. @returns the sums; of a worker that does not answer, what it said before */
  async gather(): Promise<readonly MetricJson[]> {
    const question = ++this.#asked;
    const asked: Asked = new Map();
    const answers = this.#workers().map(
      (worker) =>
        new Promise<void>((resolve) => {
          asked.set(worker, resolve);
          setTimeout(resolve, PATIENCE_MS).unref();
          worker.tell({ lectern: 'give metrics', question });
        }),
    );
    this.#questions.set(question, asked);
    await Promise.all(answers);
    this.#questions.delete(question);
    const own = await this.#own.getMetricsAsJSON();
    return summed([...this.#last.values(), ...this.#past, own]).getMetricsAsJSON();
  }

  /** A worker has answered, or tells its last figures. */
  take(worker: WorkerProcess, question: number, metrics: readonly MetricJson[]): void {
    this.#last.set(worker, metrics);
    this.#questions.get(question)?.get(worker)?.();
  }

  /** A worker is gone; what it has counted stays. */
  keep(worker: WorkerProcess): void {
    for (const asked of this.#questions.values()) asked.get(worker)?.();
    const last = this.#last.get(worker) ?? [];
    this.#last.delete(worker);
    const counted = last.filter(({ type }) => countingTypes.includes(String(type)));
    this.#past.push(counted);
    this.#shortening = this.#shortening.then(() => this.#shorten());
  }

  /** Makes one list of several, however many workers have gone. */
  async #shorten(): Promise<void> {
    const lists = [...this.#past];
    const sum = await summed(lists).getMetricsAsJSON();
    this.#past.splice(0, lists.length, sum);
  }
}

const countingTypes = ['counter', 'histogram'];

/** prom-client hands the gauge over as `this`. */
function withThis(collect: (gauge: Gauge) => void) {
  return function (this: Gauge): void {
    collect(this);
  };
}
