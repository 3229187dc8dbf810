import { inTime } from './timeout.ts';
import { isInstance, reasonOf } from '../../kernel/base/thrown.ts';
import type { Read, Sample } from '../../kernel/base/meters.ts';

export interface CallbackMeterTerms {
  readonly read: Read;
  /** Milliseconds for which samples are cached. */
  readonly keepMs: number;
  /** Milliseconds that a scrape waits for the samples. */
  readonly timeoutMs: number;
  /** Called with the problem when reads begin to fail, and with undefined when they succeed again. */
  readonly changed: (problem: Error | undefined) => void;
}

/**
 * Meter that is read on demand. A failed or slow read leaves out its own samples only: other metrics are most needed
 * when a dependency such as the database is unavailable.
 */
export class CallbackMeter {
  #reading: Promise<readonly Sample[] | undefined> | undefined;
  #samples: readonly Sample[] | undefined;
  #until = Number.NEGATIVE_INFINITY;
  #isWell = true;

  constructor(private readonly terms: CallbackMeterTerms) {}

  /**
   * The samples; undefined when the read failed or took too long: old ones would mislead. Concurrent callers share one
   * read.
   */
  async samples(): Promise<readonly Sample[] | undefined> {
    if (performance.now() < this.#until) return this.#samples;
    const reading = (this.#reading ??= this.#read().finally(() => (this.#reading = undefined)));
    const milliseconds = this.terms.timeoutMs;
    const late = () => new Error(`Reading the value took longer than ${milliseconds} ms.`);
    try {
      return await inTime({ milliseconds, run: () => reading, late });
    } catch (error) {
      this.#report(error as Error);
      return undefined;
    }
  }

  /** Reads the samples, and keeps them or the failure. */
  async #read(): Promise<readonly Sample[] | undefined> {
    try {
      const read = await this.terms.read();
      this.#samples = typeof read === 'number' ? [{ value: read }] : read;
      this.#report(undefined);
    } catch (thrown) {
      this.#samples = undefined;
      this.#report(isInstance(thrown, Error) ? thrown : new Error(reasonOf(thrown)));
    }
    this.#until = performance.now() + this.terms.keepMs;
    return this.#samples;
  }

  #report(problem: Error | undefined): void {
    const isWell = problem === undefined;
    if (isWell !== this.#isWell) this.terms.changed(problem);
    this.#isWell = isWell;
  }
}
