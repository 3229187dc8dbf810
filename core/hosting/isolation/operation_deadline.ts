import { httpMapping } from '../../kernel/base/operations.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import type { OperationCall, RunOperation } from '../../kernel/http/request_hooks.ts';
import type { Route } from '../../kernel/routes/route.ts';
import { pendingPart } from '../telemetry/awaited_parts.ts';
import { missedDeadline } from './deadlines.ts';
import { clients } from './disconnected_clients.ts';
import type { PluginGuard } from './guard.ts';
import { runningRoute } from './process/watchdog.ts';
import { isThenable } from '../../kernel/base/thrown.ts';

/**
 * Wraps an operation. A promise that misses the deadline is rejected with `unavailable`, unless the answer has begun.
 * During the synchronous part, `runningRoute` has the number of the route. While a GET waits, `clients` watches its
 * connection.
 */
export function withDeadline(route: Route, run: Route['run'], guard: PluginGuard): RunOperation {
  const { deadlines } = guard;
  const number = guard.numberOf(route);
  const reads = httpMapping[route.operation].methods.includes('GET');
  const settle = (context: RequestContext, value: PromiseLike<unknown>) => {
    if (reads) clients.await(context);
    const late = () => {
      // An operation that has begun to send its answer itself is not stuck.
      if (context.response.headersSent) return undefined;
      report(guard, context, route);
      return missedDeadline;
    };
    return deadlines.settle(value, context, { late, ended: () => clients.answered(context) });
  };
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

/** Attributes a missed deadline to the hook or other part that the request waits for, else to the operation. */
function report(guard: PluginGuard, context: RequestContext, { layer, module: name, file }: Route): void {
  const part = pendingPart(context) ?? { layer, name, file, what: 'the operation' };
  context.module = part.name;
  guard.missedDeadline(context, part);
}
