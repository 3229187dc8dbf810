import type { Call, Caller } from '../../kernel/declare/call.ts';
import { inTime } from '../telemetry/timeout.ts';
import type { Logger } from '../../kernel/declare/logger.ts';
import { httpMapping } from '../../kernel/declare/operations.ts';
import type { Contributions, ChangeListener } from '../../kernel/declare/services.ts';
import type { Route } from '../../kernel/routes/route.ts';

// Milliseconds by which one listener may delay an answer.
const LISTENER_MS = 2_000;

/** Notifies one listener of a change; never rejects. */
type Notify = (user: Caller) => Promise<void>;

/** Wraps a route that may write: each request of a signed-in caller notifies the listeners. Leaves reads unchanged. */
export function notifierOfChanges(
  contributions: Contributions,
  logger: Pick<Logger, 'error'>,
): (route: Route) => Route {
  const listeners = contributions
    .of('changeListeners')
    .filter(({ listens }) => listens)
    .map((listener) => notifierOf(listener, contributions.moduleOf(listener), logger));
  return (route) =>
    listeners.length === 0 || httpMapping[route.operation].methods.includes('GET')
      ? route
      : notifyingRoute(route, listeners);
}

function notifyingRoute(route: Route, listeners: readonly Notify[]): Route {
  const run = async (call: Call): Promise<unknown> => {
    try {
      return await route.run(call as never);
    } finally {
      const user = call.user as Caller | undefined;
      if (user) for (const notify of listeners) await notify(user);
    }
  };
  return { ...route, run };
}

/** Creates the notification of a listener. A failure is only logged, because the change is already made. */
function notifierOf(listener: ChangeListener, module: string, logger: Pick<Logger, 'error'>): Notify {
  const late = () => new Error(`changed() did not end within ${LISTENER_MS} ms`);
  return async (user) => {
    try {
      await inTime({ milliseconds: LISTENER_MS, run: () => listener.changed(user), late });
    } catch (err) {
      logger.error({ module, err }, `a change listener of module '${module}' failed; the change itself is saved`);
    }
  };
}
