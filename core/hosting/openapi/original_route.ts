import type { Route } from '../../kernel/routes/route.ts';

/** Returns the earliest route in a chain of overrides. Its module is the tag of the operation in the document. */
export function originalRoute(route: Route): Route {
  return route.overridden.at(-1) ?? route;
}
