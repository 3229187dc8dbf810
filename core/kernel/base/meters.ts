import type { Aggregator, Counter, Gauge, Histogram } from 'prom-client';

/** Name, description and labels of a meter. */
export interface MeterTerms<Label extends string = string> {
  /**
   * `<module>_<what>_<unit>` in lower case; a counter ends in `_total`, a time is in `_seconds`, a size in `_bytes`.
   * A second call with the same name returns the same meter.
   */
  readonly name: string;
  /** A sentence for operators. */
  readonly help: string;
  /** Names of the labels. Their values are few and known, such as a route or a state; never an id or client input. */
  readonly labels?: readonly Label[];
  /** Aggregation over several worker processes; defaults to the sum. */
  readonly across?: Aggregator;
}

/** Values of the labels of one series. */
export type Labels = Readonly<Record<string, string | number>>;

/** One value of a meter that is read on request. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/** Reads the current values of a meter. */
export type Read = () => number | readonly Sample[] | Promise<number | readonly Sample[]>;

/** A meter that is read when `/metrics` is requested. */
export interface ReadMeterTerms extends MeterTerms {
  /** Returns a number, or one sample for each set of labels. After an error, `/metrics` lacks only this meter. */
  readonly read: Read;
  /** Milliseconds for which the values are cached, if reading them is expensive; defaults to 0. */
  readonly keepMs?: number;
}

/** A histogram of seconds, or of the unit in its name. */
export interface HistogramTerms<Label extends string = string> extends Omit<MeterTerms<Label>, 'across'> {
  /** Upper limits of the buckets, ascending. */
  readonly limits: readonly number[];
}

/**
 * Creates the meters of `/metrics`. A module creates its meters in the constructors of its services.
 *
 * @example
 * const meals = meters.counter({ name: 'canteen_meals_total', help: 'Meals that were sold.' });
 * meals.inc();
 */
export interface Meters {
  /**
   * A count that only grows.
   * @example const meals = meters.counter({ name: 'canteen_meals_total', help: 'Meals that were sold.', labels: ['meal'] });
   * meals.inc({ meal: 'soup' });
   * @throws Error when the name is malformed, or taken by a meter of another kind or with other labels
   */
  counter<Label extends string = never>(terms: MeterTerms<Label>): Counter<Label>;
  /** A value that goes up and down. @throws Error like `counter` */
  gauge<Label extends string = never>(terms: MeterTerms<Label>): Gauge<Label>;
  /** Durations or sizes, counted in buckets. @throws Error like `counter` */
  histogram<Label extends string = never>(terms: HistogramTerms<Label>): Histogram<Label>;
  /** Durations without labels, for events that occur thousands of times a second. @throws Error like `counter` */
  durations(terms: Omit<HistogramTerms, 'labels'>): { observe(seconds: number): void };
  /** A value read for `/metrics`: a counter if its name ends in `_total`, else a gauge. @throws Error like `counter` */
  reading(terms: ReadMeterTerms): void;
}
