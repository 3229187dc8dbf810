import type { Route } from '../../../kernel/routes/route.ts';

/** Returns the first route of a chain of overrides. All routes of the chain have its module as tag in the document. */
export function originalRoute(route: Route): Route {
  return route.overridden.at(-1) ?? route;
}
