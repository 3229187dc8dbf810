import { isUnavailable } from '../../kernel/declare/failure.ts';
import { isThenable, propertyOf, reasonOf } from '../../kernel/base/thrown.ts';
import type { PartGuard, PartTerms } from '../../kernel/extensions/guards.ts';
import { describeThrown, isInternalError } from '../../kernel/http/error_answer.ts';
import type { CircuitBreaker, RequestContext } from '../../kernel/http/request_context.ts';
import type { OperationCall } from '../../kernel/http/request_hooks.ts';
import type { Route } from '../../kernel/routes/route.ts';
import { awaitPart, type RequestPart } from '../telemetry/awaited_parts.ts';
import { inTime } from '../telemetry/timeout.ts';
import type { Breaker } from './breaker.ts';
import { missedDeadline } from './deadlines.ts';
import type { PluginGuard } from './guard.ts';

// Milliseconds by which code beside the operation may delay an answer.
const BESIDE_MS = 2_000;

/** Whether code of a module threw what clients may see: a failure, or the error of an unavailable dependency. */
export function isForClient(thrown: unknown): boolean {
  return !isInternalError(thrown) || isUnavailable(thrown);
}

/** Error for the log that names the code which threw. */
export function namedError(what: string, cause: unknown): Error {
  return new Error(`${what} failed: ${reasonOf(cause)}`, { cause });
}

/**
 * Guard of code that a module adds to requests: functions of operation hooks, resolvers of added fields, change listeners,
 * overridden operations. Messages name its module while a request waits for it, and after an error. The circuit breaker of this
 * module admits calls and counts errors.
 */
export class GuardedPart implements PartGuard {
  readonly #part: RequestPart;
  readonly #breaker: Breaker | undefined;

  constructor(
    private readonly terms: PartTerms,
    private readonly guard: PluginGuard,
  ) {
    const { layer, name, file, what } = terms;
    this.#part = { layer, name, file, what: `${what} of module ${name}` };
    this.#breaker = guard.breakers.of(terms);
  }

  run(request: RequestContext, work: () => unknown): unknown {
    try {
      this.#breaker?.admit(request);
    } catch (refusal) {
      if (this.terms.otherwise === undefined) throw refusal;
      return undefined;
    }
    const failed = (error: unknown) => this.#failed(request, error);
    try {
      const value = this.#call(request, work, (error) => this.#breaker?.threw(request, error));
      return isThenable(value) ? Promise.resolve(value).catch(failed) : value;
    } catch (error) {
      return failed(error);
    }
  }

  runInTime(request: RequestContext, work: () => unknown): unknown {
    const late = () => {
      this.guard.missedDeadline(request, this.#part);
      return missedDeadline;
    };
    return this.run(request, () => {
      const value = work();
      return isThenable(value) ? this.guard.deadlines.settle(value, request, { late }) : value;
    });
  }

  runBeside(request: RequestContext, work: () => unknown): Promise<unknown> | undefined {
    const failed = (error: unknown) => {
      this.#breaker?.failed(reasonOf(error));
      this.#log(request, error);
    };
    const late = () => new Error(`${this.terms.what} did not end within ${BESIDE_MS} ms; leave long work to a job`);
    try {
      const value = work();
      if (!isThenable(value)) return undefined;
      const ended = inTime({ milliseconds: BESIDE_MS, run: () => Promise.resolve(value), late });
      return awaitPart(request, this.#part, ended).catch(failed);
    } catch (error) {
      failed(error);
      return undefined;
    }
  }

  /**
   * Runs an overridden operation. The override gets its error unchanged, and the breaker counts the error if it reaches the
   * kernel. Errors of core count for the override, because its arguments may cause them.
   */
  runOverridden(request: RequestContext, work: () => unknown): unknown {
    const own = this.#breaker;
    const { breaker: outer } = request;
    own?.admit(request);
    return this.#call(request, work, (error) => {
      const { breaker: current } = request;
      // An error of an operation that is overridden twice counts for the module of that operation.
      const isOfInner = current instanceof LinkBreaker && current.isOf(error);
      if (own && !isOfInner) request.breaker = new LinkBreaker(error, own, outer);
    });
  }

  /** Runs code as a part of the request. @param threw called with an error, which is thrown as well */
  #call(request: RequestContext, work: () => unknown, threw: (error: unknown) => void): unknown {
    let value: unknown;
    try {
      value = work();
    } catch (error) {
      threw(error);
      throw error;
    }
    const ended = (isFailed: boolean, error?: unknown) => {
      if (isFailed) threw(error);
      else this.#breaker?.answered(request);
    };
    if (isThenable(value)) return awaitPart(request, this.#part, value, ended);
    ended(false);
    return value;
  }

  /** Logs an error, or fails the request by it: the breaker of the route does not count the error of this module. */
  #failed(request: RequestContext, error: unknown): unknown {
    const isLate = error === missedDeadline;
    if (this.terms.otherwise !== undefined) {
      if (!isLate) this.#log(request, error);
      return undefined;
    }
    if (!isLate && isForClient(error)) throw error;
    request.module = this.#part.name;
    request.breaker = undefined;
    throw isLate ? missedDeadline : namedError(this.#part.what, error);
  }

  #log(request: RequestContext, error: unknown): void {
    const { id: reqId, route, logger } = request;
    const { name: module, file, what, otherwise = '' } = this.terms;
    const err = describeThrown(error, file);
    logger?.error({ reqId, route, module, err }, `module ${module}: ${what} failed; ${otherwise}`);
  }
}

type Run = (call: OperationCall, self?: object) => unknown;

/** Guards an overridden operation against the overrides that call it. */
export function guardLink(route: Route, guard: PluginGuard): Route {
  const { layer, module: name, file } = route;
  const part = new GuardedPart({ layer, name, file, what: 'the overridden operation' }, guard);
  const link = route.run as Run;
  const run: Run = (call, self) => {
    // An override may pass an object of its own to `super`, without a request.
    const request = (call as OperationCall | undefined)?.request;
    return request ? part.runOverridden(request, () => link(call, self)) : link(call, self);
  };
  return { ...route, run };
}

/** Breaker of a request after an overridden operation has failed: notifies `own` of this error, `outer` of another one. */
class LinkBreaker {
  constructor(
    private readonly error: unknown,
    private readonly own: CircuitBreaker,
    private readonly outer: RequestContext['breaker'],
  ) {}

  isOf(thrown: unknown): boolean {
    return thrown === this.error || propertyOf(thrown, 'cause') === this.error;
  }

  threw(request: object, thrown: unknown): void {
    // A failure may be the converted error.
    const breaker = this.isOf(thrown) || !isInternalError(thrown) ? this.own : this.outer;
    breaker?.threw(request, thrown);
  }
}
