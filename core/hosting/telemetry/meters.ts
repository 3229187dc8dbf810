import { Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client';
import type { HistogramTerms, Meters, MeterTerms, ReadMeterTerms } from '../../kernel/base/meters.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import { CallbackMeter } from './callback_meter.ts';
import { exportedDurations } from './exported_metrics.ts';
import { droppedLines } from './log/log.ts';

const TIMEOUT_MS = 1_000;
const wellFormed = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;

/** Meters of an installation, for `/metrics`. A module creates its meters in the constructors of its services. */
export class MeterRegistry implements Meters {
  readonly registry = new Registry();
  /** Kind and labels of each meter, by name. */
  readonly #kinds = new Map<string, string>();
  readonly #readings = new Map<string, CallbackMeter>();
  readonly #unread: Counter<'meter'>;

  constructor(private readonly logger: Pick<Logger, 'warn'>) {
    this.#unread = this.counter({
      name: 'lectern_unread_meters_total',
      help: 'Metrics left out of answers of /metrics, because reading them failed or took too long.',
      labels: ['meter'],
    });
  }

  counter<Label extends string = never>(terms: MeterTerms<Label>): Counter<Label> {
    if (!terms.name.endsWith('_total'))
      throw new Error(`The name of the counter "${terms.name}" must end in "_total"; rename the counter.`);
    return this.#made('counter', terms, () => new Counter<Label>(this.#settings(terms)));
  }

  gauge<Label extends string = never>(terms: MeterTerms<Label>): Gauge<Label> {
    return this.#made('gauge', terms, () => new Gauge<Label>(this.#settings(terms)));
  }

  histogram<Label extends string = never>(terms: HistogramTerms<Label>): Histogram<Label> {
    const make = () => new Histogram<Label>({ ...this.#settings(terms), buckets: [...terms.limits] });
    return this.#made('histogram', terms, make);
  }

  durations(terms: Omit<HistogramTerms, 'labels'>): { observe(seconds: number): void } {
    const histogram = this.histogram(terms);
    const exported = exportedDurations(terms.name);
    if (!exported) return histogram;
    return {
      observe: (seconds) => {
        histogram.observe(seconds);
        exported(seconds);
      },
    };
  }

  /**
   * Registers a meter whose values are read for each answer of `/metrics`. Creates a counter if the name ends in
   * `_total`, else a gauge. A second call with the same name replaces the read function.
   * @throws Error when the name is malformed, or belongs to a meter of another kind or with other labels
   */
  reading(terms: ReadMeterTerms): void {
    const { name, read, keepMs = 0 } = terms;
    const changed = (problem: Error | undefined) => {
      if (problem) this.logger.warn({ meter: name, err: problem }, `/metrics lacks ${name}: ${problem.message}`);
    };
    const Kind = name.endsWith('_total') ? Counter : Gauge;
    const collect = () => this.#collect(name);
    this.#made('reading', terms, () => new Kind({ ...this.#settings(terms), collect }));
    this.#readings.set(name, new CallbackMeter({ read, keepMs, timeoutMs: TIMEOUT_MS, changed }));
  }

  /** Registers meters that were created elsewhere, in place of those of the same names. */
  register(meters: readonly Metric[]): void {
    for (const meter of meters) {
      this.registry.removeSingleMetric((meter as Counter & { readonly name: string }).name);
      this.registry.registerMetric(meter);
    }
  }

  async #collect(name: string): Promise<void> {
    const meter = this.registry.getSingleMetric(name) as Gauge;
    const samples = await this.#readings.get(name)?.samples();
    meter.reset();
    try {
      if (samples) samples.forEach(({ labels = {}, value }) => meter.inc(labels, value));
      else this.#leaveOut(name, meter);
    } catch (err) {
      this.logger.warn(
        { meter: name, err },
        `/metrics lacks ${name}, because its samples do not fit its declaration; correct their labels or values`,
      );
      this.#leaveOut(name, meter);
    }
  }

  #leaveOut(name: string, meter: Gauge): void {
    this.#unread.inc({ meter: name });
    meter.reset();
    // After reset(), a meter without labels would report 0, although nothing was measured.
    if (this.#kinds.get(name) === kindOf('reading', [])) meter.remove({});
  }

  #settings<Label extends string>({ name, help, labels = [], across }: MeterTerms<Label>) {
    return { name, help, labelNames: labels, registers: [this.registry], ...(across && { aggregator: across }) };
  }

  /** Returns the meter of this name, created on first use. A kernel that replaces another one continues with its meters. */
  #made<T>(kind: string, { name, labels = [] }: MeterTerms, make: () => T): T {
    const isLike = kindOf(kind, labels);
    const known = this.#kinds.get(name);
    if (known === isLike) return this.registry.getSingleMetric(name) as T;
    if (known !== undefined)
      throw new Error(`The meter "${name}" is registered already as a ${known}; choose another name.`);
    if (!wellFormed.test(name))
      throw new Error(
        `"${name}" is not a valid meter name; write <module>_<what>_<unit>, such as canteen_meals_total.`,
      );
    this.#kinds.set(name, isLike);
    return make();
  }
}

function kindOf(kind: string, labels: readonly string[]): string {
  return labels.length === 0 ? kind : `${kind} by ${[...labels].sort().join(', ')}`;
}

/** Creates the meter registry of an installation, with a meter for dropped log lines. */
export function createMeters(logger: Logger): MeterRegistry {
  const meters = new MeterRegistry(logger);
  meters.reading({
    name: 'lectern_log_lines_dropped_total',
    help: 'Dropped log lines: their reader is gone or too slow, or the disk is full.',
    read: droppedLines,
  });
  return meters;
}
