import type { Owner } from '../modules/module_context.ts';
import type { GuardAuthenticator } from '../http/request_services.ts';
import type { RequestContext } from '../http/request_context.ts';
import type { GuardLink } from '../routes/route_table.ts';

/** Isolates code of modules that runs within requests: limits its time, and attributes its errors to the module. */
export interface Guards {
  readonly authenticator: GuardAuthenticator;
  readonly link: GuardLink;
  readonly part: (terms: PartTerms) => PartGuard;
}

/** Code that a module adds to requests for other operations, such as a function of an operation hook. */
export interface PartTerms extends Pick<Owner, 'layer' | 'name'> {
  /** Name for messages, without that of the module: `before() of an operation hook`. */
  readonly what: string;
  /** File that declares the code, as a path below the root. */
  readonly file: string;
  /** Consequence of an error that is only logged, for the log; absent if an error fails the request. */
  readonly otherwise?: string;
}

/** Calls the code of one part. The methods return a promise only if the code does. */
export interface PartGuard {
  /**
   * Runs code within the deadline of the operation, unless the circuit breaker is open.
   * @returns the value of the code; undefined after an error that is only logged, and while the breaker is open
   * @throws if errors fail the request: Failure of the code or of the open breaker; Error that names the module
   */
  run(request: RequestContext, work: () => unknown): unknown;
  /** Like `run`, with a deadline of its own, for code after the operation. */
  runInTime(request: RequestContext, work: () => unknown): unknown;
  /** Runs code beside an operation that has been carried out. Errors and waits over 2 s are logged; never rejects. */
  runBeside(request: RequestContext, work: () => unknown): Promise<unknown> | undefined;
}
