import type { ModuleFolder } from '../../kernel/modules/layers.ts';
import { isOurs } from '../../kernel/http/error_answer.ts';
import { Failure, isUnavailable } from '../../kernel/declare/failure.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import { isInstance } from '../../kernel/declare/thrown.ts';

/** When a module is cut off, and for how long. */
export interface BreakerTerms {
  /** So many operations have to fail ... */
  readonly failures: number;
  /** ... within so many seconds, and no fewer than were answered. */
  readonly windowSeconds: number;
  readonly pauseSeconds: number;
}

/** Told when a module is cut off, and when it is let back. */
export type BreakerListener = (breaker: Breaker) => void;

const CLOSED = 0;

/**
 * Cuts the operations of one module off while they keep failing: for a pause they are refused at once; then a single one
 * is tried, and lets the others back when it is answered.
 */
export class Breaker {
  #answered = 0;
  #failed = 0;
  /** When the window began, by `performance.now()` like all times here. */
  #since = Number.NEGATIVE_INFINITY;
  /** When the pause ends. */
  #until = CLOSED;
  /** The one that is tried, and how long it is waited for. */
  #trial: object | undefined;
  #trialUntil = 0;

  constructor(
    readonly module: Pick<ModuleFolder, 'layer' | 'name'>,
    private readonly terms: BreakerTerms,
    private readonly changed: BreakerListener,
  ) {}

  get isOpen(): boolean {
    return this.#until !== CLOSED;
  }

  /** Lets an operation run. @throws unavailable while the module is cut off */
  admit(operation: object): void {
    if (this.#until !== CLOSED) this.#refuseOrTry(operation);
  }

  /** What was admitted has been answered, as its author meant it. */
  answered(operation: object): void {
    this.#answered++;
    if (operation === this.#trial) this.#close();
  }

  /**
   * What was admitted has thrown. A failure that somebody meant is an answer, too; that something else is away, such as
   * the database, proves nothing, so that the next one is tried.
   */
  threw(operation: object, thrown: unknown): void {
    if (isAway(thrown)) this.#trial = operation === this.#trial ? undefined : this.#trial;
    else if (isOurs(thrown)) this.failed(operation);
    else this.answered(operation);
  }

  /** Code of the module has failed, in an operation or on its own. */
  failed(operation?: object): void {
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
    const now = performance.now();
    if (now < this.#until) throw this.#refusal(this.#until - now);
    // One that never ends must not keep the module out for ever.
    if (this.#trial !== undefined && now < this.#trialUntil) throw this.#refusal(this.#trialUntil - now);
    this.#trial = operation;
    this.#trialUntil = now + this.terms.pauseSeconds * 1000;
  }

  #refusal(milliseconds: number): Failure {
    const { layer, name } = this.module;
    return standardFailures.unavailable({
      message: `The ${layer === 'plugins' ? 'plugin' : 'module'} "${name}" is out of service for a moment.`,
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(milliseconds / 1000))) },
    });
  }
}

function isAway(thrown: unknown): boolean {
  return isUnavailable(thrown) || (isInstance(thrown, Failure) && thrown.kind === standardFailures.unavailable);
}
