import type { EventName } from './events.ts';
import { propertyOf } from '../base/thrown.ts';

export interface FieldProblem {
  /** Path of an input field, such as `qq.0.name`. */
  field: string;
  message: string;
}

export interface FailureOptions {
  /** Replaces the message of the kind; sent to the client, so it must not contain secrets. */
  message?: string;
  details?: readonly FieldProblem[];
  /** Headers of the answer, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
}

/** An error that is sent to the client as an error answer (specification, sections 1.8 and 7). */
export class Failure extends Error {
  // Private, because the logger writes all public properties of an error.
  readonly #kind: FailureKind;
  readonly details: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(kind: FailureKind, options: FailureOptions = {}) {
    super(options.message ?? kind.message);
    this.#kind = kind;
    this.details = options.details;
    this.headers = options.headers;
  }

  override get name(): string {
    return 'Failure';
  }

  get kind(): FailureKind {
    return this.#kind;
  }
}

/** A row of a failure table; calling it creates the failure to throw. */
export interface FailureKind {
  (options?: FailureOptions): Failure;
  readonly title: string;
  /** Application error code in the body. */
  readonly code: number;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly message: string;
  /** The failure of an input field, with the problem as the end of a sentence, such as `must be digits`. */
  about(field: string, problem: string): Failure;
  /** The same failure with another code or status for one endpoint, as an argument of `@fails`. */
  as(change: { code?: number; status?: number }): RestatedFailure;
}

/** A failure with the code and status of one endpoint. */
export interface RestatedFailure {
  readonly kind: FailureKind;
  readonly code: number;
  readonly status: number;
}

/** A failure in `@fails`. An event name stands for the failures that `eventChecks` contributions declare for the event. */
export type DeclaredFailure = FailureKind | RestatedFailure | EventName;

type FailureTable = Readonly<Record<string, readonly [code: number, status: number, message: string]>>;

/**
 * Declares the failures of a module: name -> [code, HTTP status, message].
 *
 * @example
 * const failures = defineFailures({ levelNotFound: [10, 404, 'There is no such membership level.'] });
 * throw failures.levelNotFound();
 * @throws TypeError for a row without code, status from 400 to 599, or message
 */
export function defineFailures<const T extends FailureTable>(table: T): { readonly [N in keyof T]: FailureKind } {
  const kinds = Object.entries(table).map(([title, row]) => [title, failureKind(title, row)] as const);
  return Object.freeze(Object.fromEntries(kinds)) as { readonly [N in keyof T]: FailureKind };
}

function failureKind(title: string, [code, status, message]: FailureTable[string]): FailureKind {
  if (!Number.isInteger(code) || !(status >= 400 && status <= 599) || typeof message !== 'string')
    throw new TypeError(`defineFailures: "${title}" is malformed; write [code, HTTP status, message].`);
  const kind: FailureKind = Object.assign((options?: FailureOptions) => withoutStack(kind, options), {
    title,
    code,
    status,
    message,
    about: (field: string, message: string) => failureOf(kind, [{ field, message }]),
    as: (change: { code?: number; status?: number }) => ({ kind, code, status, ...change }),
  });
  return Object.freeze(kind);
}

/** The failure of input fields, whose message names each field and its problem. */
export function failureOf(kind: FailureKind, details: readonly FieldProblem[]): Failure {
  const sentences = details.map(
    ({ field, message }) => `The parameter "${field}" ${message}${message.endsWith('?') ? '' : '.'}`,
  );
  return kind({ message: sentences.join(' '), details });
}

/** Creates a failure without a stack: a failure is no defect, and capturing the stack would take most of the time. */
function withoutStack(kind: FailureKind, options?: FailureOptions): Failure {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return new Failure(kind, options);
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** Freezes a failure that answers several requests, so that its body may be cached. */
export function sharedFailure(failure: Failure): Failure {
  Object.freeze(failure);
  return failure;
}

/** Whether an error marks a dependency, such as the database, as unavailable: its property `unavailable` is true. */
export function isUnavailable(thrown: unknown): boolean {
  return propertyOf(thrown, 'unavailable') === true;
}
