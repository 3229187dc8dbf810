import { contributorOf, type Assembly } from '../routes/assembly.ts';
import type { ChangeListener } from '../declare/services.ts';
import type { OperationCall } from '../http/request_hooks.ts';
import { httpMapping } from '../base/operations.ts';
import type { Route } from '../routes/route.ts';
import type { Guards, PartGuard } from './guards.ts';

/**
 * Returns a function that wraps routes which may write: each call of a signed-in caller notifies the listeners, after a
 * failure, too. Reads stay unchanged.
 */
export function notifierOfChanges(
  assembly: Pick<Assembly, 'modules' | 'registry'>,
  guards: Pick<Guards, 'part'>,
): (route: Route) => Route {
  const listeners = assembly.registry.contributions
    .of('changeListeners')
    .filter(({ listens }) => listens)
    .map((listener): Guarded => {
      const { layer, name, servicesFile: file } = contributorOf(listener, assembly);
      const otherwise = 'the operation and its answer are not affected';
      return [listener, guards.part({ layer, name, file, what: 'changed() of a change listener', otherwise })];
    });
  return (route) =>
    listeners.length === 0 || httpMapping[route.operation].methods.includes('GET')
      ? route
      : notifyingRoute(route, listeners);
}

type Guarded = readonly [ChangeListener, PartGuard];

function notifyingRoute(route: Route, listeners: readonly Guarded[]): Route {
  const run = async (call: OperationCall): Promise<unknown> => {
    try {
      return await route.run(call as never);
    } finally {
      const { user, request } = call;
      if (user) for (const [listener, part] of listeners) await part.runBeside(request, () => listener.changed(user));
    }
  };
  return { ...route, run };
}
