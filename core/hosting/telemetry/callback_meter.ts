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
  #underWay: Promise<void> | undefined;
  #samples: readonly Sample[] | undefined;
  #until = Number.NEGATIVE_INFINITY;
  #isWell = true;

  constructor(private readonly terms: CallbackMeterTerms) {}

  /** The samples; undefined when the read failed or took too long. Concurrent callers share one read. */
  samples(): readonly Sample[] | undefined | Promise<readonly Sample[] | undefined> {
    if (performance.now() < this.#until) return this.#samples;
    if (!this.#underWay) {
      const read = this.#begin();
      if (!(read instanceof Promise)) return this.#keep(read);
      this.#underWay = read.then(this.#keep, this.#fail).then(() => {
        this.#underWay = undefined;
      });
    }
    return this.#inTime(this.#underWay);
  }

  #begin(): ReturnType<Read> {
    try {
      return this.terms.read();
    } catch (error) {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the module may throw any value
      return Promise.reject(error);
    }
  }

  readonly #keep = (read: number | readonly Sample[]): readonly Sample[] => {
    this.#samples = typeof read === 'number' ? [{ value: read }] : read;
    this.#until = performance.now() + this.terms.keepMs;
    this.#report(undefined);
    return this.#samples;
  };

  readonly #fail = (thrown: unknown): void => {
    this.#samples = undefined;
    this.#until = performance.now() + this.terms.keepMs;
    this.#report(isInstance(thrown, Error) ? thrown : new Error(reasonOf(thrown)));
  };

  /** Waits for a read within its time limit. A late read has no samples: old ones would mislead. */
  async #inTime(read: Promise<void>): Promise<readonly Sample[] | undefined> {
    const milliseconds = this.terms.timeoutMs;
    const late = () => new Error(`Reading the value took longer than ${milliseconds} ms.`);
    try {
      await inTime({ milliseconds, run: () => read, late });
      return this.#samples;
    } catch (error) {
      this.#report(error as Error);
      return undefined;
    }
  }

  #report(problem: Error | undefined): void {
    const isWell = problem === undefined;
    if (isWell !== this.#isWell) this.terms.changed(problem);
    this.#isWell = isWell;
  }
}
