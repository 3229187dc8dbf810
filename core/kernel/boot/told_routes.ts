import type { Call, Caller } from '../call.ts';
import type { ChangeListener } from '../change_listener.ts';
import { mapping } from '../operations.ts';
import type { Route } from './routes.ts';

/** The same routes, whose changes are told to those who want to know. */
export function toldRoutes(routes: readonly Route[], all: readonly ChangeListener[]): readonly Route[] {
  const listeners = all.filter(({ listens }) => listens);
  if (listeners.length === 0) return routes;
  return routes.map((route) =>
    mapping[route.operation].methods.includes('GET') ? route : toldRoute(route, listeners),
  );
}

function toldRoute(route: Route, listeners: readonly ChangeListener[]): Route {
  const run = async (call: Call): Promise<unknown> => {
    try {
      return await route.run(call as never);
    } finally {
      const user = call.user as Caller | undefined;
      if (user) for (const listener of listeners) await listener.changed(user);
    }
  };
  return { ...route, run };
}
