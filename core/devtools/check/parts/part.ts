import { Failure } from 'lectern';
import { isInstance, reasonOf, stackOf, type Route } from '../../../hosting/internals.ts';
import { placeIn, type CheckTarget } from '../target.ts';

/** Description of a part, for messages and for requests that call the part. */
export interface PartTerms {
  /** Name in messages: "the job 'notes.clean'". */
  readonly name: string;
  /** File that declares the part, as the report shows it. */
  readonly file: string;
  /** Fix for an error of the part, with the effect of the error. */
  readonly fix: string;
  /** Reason why the part may never have run. */
  readonly idle: string;
  /** Whether the part may refuse a call by a failure, which is then no error. */
  readonly refuses?: boolean;
  /** Whether a successful request to a route may call the part. */
  readonly isAt?: (route: Route) => boolean;
  /** Added fields that a request must select, so that the resolver is called. */
  readonly fields?: readonly string[];
}

/**
 * Contributed code of the checked module: a job, subscriber, operation hook, event check or resolver of added fields.
 */
export class Part {
  #begun = 0;
  #ended = 0;
  #failure: { readonly thrown: unknown } | undefined;

  constructor(readonly terms: PartTerms) {}

  get hasRun(): boolean {
    return this.#begun > 0;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Whether a call has not ended. */
  get isPending(): boolean {
    return this.#begun > this.#ended;
  }

  /** Message of the first error. */
  get problem(): string {
    return `${this.terms.name} failed: ${reasonOf(this.#failure?.thrown)}`;
  }

  /** File and line of the module that threw the first error; the file of the part if the stack has none. */
  placeIn(target: CheckTarget): string {
    const found = placeIn(target, stackOf(this.#failure?.thrown));
    return found?.name === target.name ? found.place : this.terms.file;
  }

  /** Records the first error. @returns false for a refusal, which is no error */
  threw(thrown: unknown): boolean {
    if (this.terms.refuses && isInstance(thrown, Failure)) return false;
    this.#failure ??= { thrown };
    return true;
  }

  /** Calls `work`, records the call, and rethrows its error. @param failed called after an error, except a refusal */
  call(work: () => unknown, failed: () => void): unknown {
    this.#begun++;
    const rejected = (error: unknown): never => {
      this.#ended++;
      if (this.threw(error)) failed();
      throw error;
    };
    try {
      const value = work();
      if (isThenable(value)) return Promise.resolve(value).then((result) => this.#passed(result), rejected);
      return this.#passed(value);
    } catch (error) {
      return rejected(error);
    }
  }

  #passed(value: unknown): unknown {
    this.#ended++;
    return value;
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
