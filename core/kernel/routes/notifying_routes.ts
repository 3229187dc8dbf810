import type { Call, Caller } from '../declare/call.ts';
import { inTime } from '../declare/in_time.ts';
import type { Logger } from '../declare/logger.ts';
import { mapping } from '../declare/operations.ts';
import type { Contributions, ChangeListener } from '../declare/services.ts';
import type { Route } from './route.ts';

// An answer waits no longer for those who only want to know.
const LISTENER_MS = 2_000;

/** Tells one listener of a change; it never rejects. */
type Tell = (user: Caller) => Promise<void>;

/** The same routes, whose changes are told to those who want to know. */
export function notifyingRoutes(
  routes: readonly Route[],
  contributions: Contributions,
  logger: Pick<Logger, 'error'>,
): readonly Route[] {
  const listeners = contributions
    .of('changeListeners')
    .filter(({ listens }) => listens)
    .map((listener) => teller(listener, contributions.moduleOf(listener), logger));
  if (listeners.length === 0) return routes;
  return routes.map((route) =>
    mapping[route.operation].methods.includes('GET') ? route : toldRoute(route, listeners),
  );
}

function toldRoute(route: Route, listeners: readonly Tell[]): Route {
  const run = async (call: Call): Promise<unknown> => {
    try {
      return await route.run(call as never);
    } finally {
      const user = call.user as Caller | undefined;
      if (user) for (const tell of listeners) await tell(user);
    }
  };
  return { ...route, run };
}

/** What was changed stands: a listener that fails must not make the answer say otherwise. */
function teller(listener: ChangeListener, module: string, logger: Pick<Logger, 'error'>): Tell {
  const late = () => new Error(`it did not end within ${LISTENER_MS} ms`);
  return async (user) => {
    try {
      await inTime({ milliseconds: LISTENER_MS, run: () => listener.changed(user), late });
    } catch (err) {
      logger.error({ module, err }, 'a listener of changes failed; the change stands');
    }
  };
}
