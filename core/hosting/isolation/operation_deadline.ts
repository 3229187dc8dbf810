import { mapping } from '../../kernel/declare/operations.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import type { OperationCall, RunOperation } from '../../kernel/http/request_hooks.ts';
import type { Route } from '../../kernel/routes/route.ts';
import { clients } from './clients.ts';
import type { Guard } from './guard.ts';
import { pendingHook } from './guarded_hook.ts';
import { runningRoute } from './watchdog.ts';
import { isThenable } from '../../kernel/declare/thrown.ts';

/** Message of a missed deadline for the client. */
export const LATE = 'The operation took too long and was given up; it may still have been carried out.';

/**
 * Wraps an operation: marks its route as running for the event loop watch, and registers clients that wait for reads.
 * Ends the wait at the deadline.
 */
export function withDeadline(route: Route, run: Route['run'], guard: Guard): RunOperation {
  const { deadlines } = guard;
  const number = guard.numberOf(route);
  const reads = mapping[route.operation].methods.includes('GET');
  const settle = (context: RequestContext, value: PromiseLike<unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      const pending = deadlines.begin(() => {
        // An operation that has begun to send its answer itself is not stuck.
        if (context.response.headersSent) return;
        missedDeadline(guard, context, route);
        reject(standardFailures.unavailable({ message: LATE }));
      });
      if (reads) clients.await(context);
      // A thenable may call back twice or synchronously, or never report its failure; a promise does not.
      Promise.resolve(value).then(
        (awaited) => {
          clients.answered(context);
          if (deadlines.end(pending)) resolve(awaited);
        },
        (error: unknown) => {
          clients.answered(context);
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the operation may throw any value
          if (deadlines.end(pending)) reject(error);
        },
      );
    });
  return (call: OperationCall) => {
    const context = call.request;
    let value: unknown;
    runningRoute[0] = number;
    if (reads) clients.current = context;
    try {
      value = run(call as never);
    } finally {
      runningRoute[0] = 0;
      clients.current = undefined;
    }
    return isThenable(value) ? settle(context, value) : value;
  };
}

/** Attributes a missed deadline to the module of the hook that the request waits for, else to that of the route. */
function missedDeadline(guard: Guard, context: RequestContext, route: Route): void {
  const owner = pendingHook(context);
  if (owner)
    guard.missedDeadline({ id: context.id, route: context.route, module: owner.name }, owner, 'operation hook');
  else guard.missedDeadline(context, route);
}
