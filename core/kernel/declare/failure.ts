import { propertyOf } from './thrown.ts';

/** What was wrong with one field of the input. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** What a single failure may say beyond its kind. */
export interface FailureOptions {
  /** Replaces the kind's own sentence; shown to the client, so no secrets. */
  message?: string;
  details?: readonly FieldProblem[];
  /** Headers of the answer, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
}

/** A failure that is answered to the client with its code and status (specification, sections 1.8 and 7). */
export class Failure extends Error {
  // Nothing that can be listed: the logger walks what an error holds, and takes a function with a message for another error.
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

/** One row of a failure table; calling it makes the failure to throw. */
export interface FailureKind {
  (options?: FailureOptions): Failure;
  readonly title: string;
  /** Application error code in the body. */
  readonly code: number;
  /** HTTP status, unless an endpoint restates it. */
  readonly status: number;
  readonly message: string;
  /** The same failure with the code or status that one endpoint gives it; for `@fails`. */
  as(change: { code?: number; status?: number }): RestatedFailure;
}

/** A failure as one endpoint answers it. */
export interface RestatedFailure {
  readonly kind: FailureKind;
  readonly code: number;
  readonly status: number;
}

type FailureTable = Readonly<Record<string, readonly [code: number, status: number, message: string]>>;

/**
 * A module's table of failures: name -> [code, HTTP status, message].
 *
 * @example
 * const failures = defineFailures({ levelNotFound: [10, 404, 'There is no such membership level.'] });
 * throw failures.levelNotFound();
 */
export function defineFailures<const T extends FailureTable>(table: T): { readonly [N in keyof T]: FailureKind } {
  const kinds = Object.entries(table).map(([title, row]) => [title, failureKind(title, row)] as const);
  return Object.freeze(Object.fromEntries(kinds)) as { readonly [N in keyof T]: FailureKind };
}

function failureKind(title: string, [code, status, message]: FailureTable[string]): FailureKind {
  const kind: FailureKind = Object.assign((options?: FailureOptions) => withoutStack(kind, options), {
    title,
    code,
    status,
    message,
    as: (change: { code?: number; status?: number }) => ({ kind, code, status, ...change }),
  });
  return Object.freeze(kind);
}

/** A failure is an answer, not a defect: its stack would cost more than the rest of the request and tell nothing. */
function withoutStack(kind: FailureKind, options?: FailureOptions): Failure {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return new Failure(kind, options);
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** Makes a failure fit to be answered to many: nobody who catches it may change what the others are told. */
export function sharedFailure(failure: Failure): Failure {
  Object.freeze(failure);
  return failure;
}

/** Services mark errors of a resource that is away with `unavailable`. */
export function isUnavailable(thrown: unknown): boolean {
  return propertyOf(thrown, 'unavailable') === true;
}
