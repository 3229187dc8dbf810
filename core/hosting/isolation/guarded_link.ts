import { isThenable, propertyOf } from '../../kernel/base/thrown.ts';
import { isInternalError } from '../../kernel/http/error_answer.ts';
import type { CircuitBreaker, RequestContext } from '../../kernel/http/request_context.ts';
import type { OperationCall } from '../../kernel/http/request_hooks.ts';
import type { Route } from '../../kernel/routes/route.ts';
import { awaitPart } from '../telemetry/awaited_parts.ts';
import type { PluginGuard } from './guard.ts';

type Run = (call: OperationCall, self?: object) => unknown;

/**
 * Wraps an overridden operation. While a request waits for the operation, messages name the module of the operation.
 * The circuit breaker of this module admits calls and counts errors. Errors of core count for the override, because its
 * arguments may cause them.
 */
export function guardLink(route: Route, guard: PluginGuard): Route {
  const { layer, module: name, file } = route;
  const link = route.run as Run;
  const part = { layer, name, file, what: `the overridden operation of module ${name}` };
  const breaker = guard.breakers.of(part);
  const run: Run = (call, self) => {
    // An override may pass an object of its own to `super`, without a request.
    const request = (call as OperationCall | undefined)?.request;
    if (!request) return link(call, self);
    const { breaker: outer } = request;
    breaker?.admit(request);
    const ended = (isFailed: boolean, error?: unknown) => {
      const { breaker: current } = request;
      // An error that an inner link threw counts for the module of that link.
      const isOfInner = current instanceof LinkBreaker && current.isOf(error);
      if (!isFailed) breaker?.answered(request);
      else if (breaker && !isOfInner) request.breaker = new LinkBreaker(error, breaker, outer);
    };
    try {
      const value = link(call, self);
      if (isThenable(value)) return awaitPart(request, part, value, ended);
      ended(false);
      return value;
    } catch (error) {
      ended(true, error);
      throw error;
    }
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
