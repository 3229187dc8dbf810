import type { ModuleFolder } from '../../kernel/modules/layers.ts';
import { isInternalError } from '../../kernel/http/error_answer.ts';
import { Failure, isUnavailable } from '../../kernel/declare/failure.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import { isInstance, reasonOf } from '../../kernel/base/thrown.ts';

export interface BreakerTerms {
  /** Failures within the window that open the breaker, unless more operations were answered. */
  readonly failures: number;
  /** Seconds of the window in which failures are counted. */
  readonly windowSeconds: number;
  /** Seconds that an open breaker waits before the trial operation. */
  readonly pauseSeconds: number;
}

/** Called when a breaker opens and when it closes. */
export type BreakerListener = (breaker: Breaker) => void;

const CLOSED = 0;

/**
 * Circuit breaker of one module. An open breaker rejects operations for a pause. Then a single trial operation runs:
 * its answer closes the breaker, and its error begins another pause.
 */
export class Breaker {
  #answered = 0;
  #failed = 0;
  /** Start of the window. All times of this class are values of `performance.now()`. */
  #since = Number.NEGATIVE_INFINITY;
  /** Time at which the pause of an open breaker ends. */
  #until = CLOSED;
  /** The trial operation; `#trialUntil` is the end of the wait for its answer. */
  #trial: object | undefined;
  #trialUntil = 0;
  /** Reason of the last failure; it may contain secrets. */
  reason = '';

  constructor(
    readonly module: Pick<ModuleFolder, 'layer' | 'name'>,
    private readonly terms: BreakerTerms,
    private readonly changed: BreakerListener,
  ) {}

  get isOpen(): boolean {
    return this.#until !== CLOSED;
  }

  /** Admits an operation. @throws unavailable while the breaker is open, except for the trial operation */
  admit(operation: object): void {
    if (this.#until !== CLOSED) this.#refuseOrTry(operation);
  }

  /** Records that an admitted operation was answered as its author intended. */
  answered(operation: object): void {
    this.#answered++;
    if (operation === this.#trial) this.#close();
  }

  /**
   * Records an error of an admitted operation. An intended failure counts as an answer. `unavailable` and errors of
   * unavailable dependencies do not count; if one ends the trial operation, the next operation is the new trial.
   */
  threw(operation: object, thrown: unknown): void {
    if (isAway(thrown)) this.#trial = operation === this.#trial ? undefined : this.#trial;
    else if (isInternalError(thrown)) this.failed(reasonOf(thrown), operation);
    else this.answered(operation);
  }

  /** Records a failure, in `operation` or outside of operations. An open breaker counts only that of the trial. */
  failed(reason: string, operation?: object): void {
    this.reason = reason;
    const now = performance.now();
    if (this.isOpen) {
      if (operation !== undefined && operation === this.#trial) this.#open(now);
      return;
    }
    if (now - this.#since > this.terms.windowSeconds * 1000) this.#begin(now);
    this.#failed++;
    if (this.#failed >= this.terms.failures && this.#failed >= this.#answered) this.#open(now);
  }

  #begin(now: number): void {
    this.#since = now;
    this.#answered = 0;
    this.#failed = 0;
  }

  #open(now: number): void {
    const isNew = !this.isOpen;
    this.#until = now + this.terms.pauseSeconds * 1000;
    this.#trial = undefined;
    if (isNew) this.changed(this);
  }

  #close(): void {
    this.#until = CLOSED;
    this.#trial = undefined;
    this.#since = Number.NEGATIVE_INFINITY;
    this.changed(this);
  }

  #refuseOrTry(operation: object): void {
    // The trial is admitted again when it reaches a hook or an overridden operation of the same module.
    if (operation === this.#trial) return;
    const now = performance.now();
    if (now < this.#until) throw outOfService(this.module, this.#until - now);
    // A trial that never ends must not keep the breaker open for ever.
    if (this.#trial !== undefined && now < this.#trialUntil) throw outOfService(this.module, this.#trialUntil - now);
    this.#trial = operation;
    this.#trialUntil = now + this.terms.pauseSeconds * 1000;
  }
}

/** Refusal of a request to a module, for some milliseconds. */
export function outOfService({ layer, name }: Breaker['module'], milliseconds: number): Failure {
  return standardFailures.unavailable({
    message: `The ${layer === 'plugins' ? 'plugin' : 'module'} "${name}" is out of service for a moment; try again later.`,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(milliseconds / 1000))) },
  });
}

function isAway(thrown: unknown): boolean {
  return isUnavailable(thrown) || (isInstance(thrown, Failure) && thrown.kind === standardFailures.unavailable);
}
