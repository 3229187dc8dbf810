import type { Caller } from '../../kernel/declare/call.ts';
import { contributorOf, type Assembly } from '../../kernel/boot/assemble.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import type { OperationCall } from '../../kernel/http/request_hooks.ts';
import { runBeside } from '../isolation/part_failures.ts';
import type { Logger } from '../../kernel/declare/logger.ts';
import { httpMapping } from '../../kernel/declare/operations.ts';
import type { ChangeListener } from '../../kernel/declare/services.ts';
import type { LoadedModule } from '../../kernel/modules/load_module.ts';
import type { Route } from '../../kernel/routes/route.ts';

/** Notifies one listener of a change; never rejects. */
type Notify = (request: RequestContext, user: Caller) => Promise<unknown> | undefined;

/**
 * Returns a function that wraps routes which may write: each call of a signed-in caller notifies the listeners, after a
 * failure, too. Reads stay unchanged.
 */
export function notifierOfChanges(
  assembly: Pick<Assembly, 'modules' | 'registry'>,
  logger: Pick<Logger, 'error'>,
): (route: Route) => Route {
  const listeners = assembly.registry.contributions
    .of('changeListeners')
    .filter(({ listens }) => listens)
    .map((listener) => notifierOf(listener, contributorOf(listener, assembly), logger));
  return (route) =>
    listeners.length === 0 || httpMapping[route.operation].methods.includes('GET')
      ? route
      : notifyingRoute(route, listeners);
}

function notifyingRoute(route: Route, listeners: readonly Notify[]): Route {
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

/** Creates the notification of a listener. Its failure is only logged, because the operation has already ended. */
function notifierOf(listener: ChangeListener, owner: LoadedModule, logger: Pick<Logger, 'error'>): Notify {
  const { layer, name: module, servicesFile: file } = owner;
  const part = { layer, name: module, file, what: `changed() of a change listener of module ${module}` };
  const problem = `a change listener of module '${module}' failed; the operation and its answer are not affected`;
  const failed = (err: unknown) => logger.error({ module, err }, problem);
  return (request, user) => runBeside({ request, part, method: 'changed', run: () => listener.changed(user), failed });
}
