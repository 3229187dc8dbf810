import { contributorOf, type Assembly } from '../routes/assembly.ts';
import type { OperationCall } from '../http/request_hooks.ts';
import { httpMapping } from '../base/operations.ts';
import type { Route } from '../routes/route.ts';
import type { Guards, NotifyListener } from './guards.ts';

/**
 * Returns a function that wraps routes which may write: each call of a signed-in caller notifies the listeners, after a
 * failure, too. Reads stay unchanged.
 */
export function notifierOfChanges(
  assembly: Pick<Assembly, 'modules' | 'registry'>,
  guards: Pick<Guards, 'listener'>,
): (route: Route) => Route {
  const listeners = assembly.registry.contributions
    .of('changeListeners')
    .filter(({ listens }) => listens)
    .map((listener) => guards.listener(listener, contributorOf(listener, assembly)));
  return (route) =>
    listeners.length === 0 || httpMapping[route.operation].methods.includes('GET')
      ? route
      : notifyingRoute(route, listeners);
}

function notifyingRoute(route: Route, listeners: readonly NotifyListener[]): Route {
  const run = async (call: OperationCall): Promise<unknown> => {
    try {
      return await route.run(call as never);
    } finally {
      const { user } = call;
      if (user) for (const notify of listeners) await notify(call.request, user);
    }
  };
  return { ...route, run };
}
