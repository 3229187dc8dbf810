import type { Route } from '../../../kernel/routes/route.ts';

/** Returns the earliest route that this one overrides, else the route itself. Its module is the tag in the document. */
export function originalRoute(route: Route): Route {
  return route.overridden.at(-1) ?? route;
}
