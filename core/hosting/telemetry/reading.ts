import { isInstance, reasonOf } from '../../kernel/declare/thrown.ts';
import type { Read, Sample } from '../../kernel/declare/meters.ts';

/** How a meter is read. */
export interface ReadingTerms {
  readonly read: Read;
  /** Milliseconds that figures are kept for; whoever asks sooner gets the same again. */
  readonly keepMs: number;
  /** Milliseconds that a scrape waits for them. */
  readonly patienceMs: number;
  /** Told when a read fails that has not failed before; nothing says that it is well again. */
  readonly changed: (problem: Error | undefined) => void;
}

/**
 * The figures of a meter that is read when somebody asks. What fails or takes long costs the scrape its own figures and no
 * others: a database that is away is the very moment at which the rest is wanted.
 */
export class Reading {
  #underWay: Promise<void> | undefined;
  #samples: readonly Sample[] | undefined;
  #until = Number.NEGATIVE_INFINITY;
  #isWell = true;

  constructor(private readonly terms: ReadingTerms) {}

  /** The figures; undefined where they could not be had in time. One read at a time, however many ask. */
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
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- whatever the module has thrown
      return Promise.reject(error);
    }
  }

  readonly #keep = (read: number | readonly Sample[]): readonly Sample[] => {
    this.#samples = typeof read === 'number' ? [{ value: read }] : read;
    this.#until = performance.now() + this.terms.keepMs;
    this.#tell(undefined);
    return this.#samples;
  };

  readonly #fail = (thrown: unknown): void => {
    this.#samples = undefined;
    this.#until = performance.now() + this.terms.keepMs;
    this.#tell(isInstance(thrown, Error) ? thrown : new Error(reasonOf(thrown)));
  };

  /** Figures of another time than the others' would mislead: nothing is better than what is old. */
  async #inTime(read: Promise<void>): Promise<readonly Sample[] | undefined> {
    const late = Symbol('late');
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<typeof late>((resolve) => {
      timer = setTimeout(resolve, this.terms.patienceMs, late);
    });
    const first = await Promise.race([read, limit]).finally(() => clearTimeout(timer));
    if (first !== late) return this.#samples;
    this.#tell(new Error(`It was not known within ${this.terms.patienceMs} ms.`));
    return undefined;
  }

  #tell(problem: Error | undefined): void {
    const isWell = problem === undefined;
    if (isWell !== this.#isWell) this.terms.changed(problem);
    this.#isWell = isWell;
  }
}
