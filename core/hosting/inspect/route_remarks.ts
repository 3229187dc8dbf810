import { isOverride } from '../isolation/idle_override.ts';
import { accessName, type Route, type StartRemark } from '../../kernel/routes/route.ts';

/** Remarks of the start on overrides that override nothing, or that change the access of a route. */
export function remarksOnRoutes(routes: readonly Route[]): StartRemark[] {
  return routes.flatMap((route) => [...route.overridden.toReversed(), route]).flatMap(remarksOn);
}

function remarksOn(route: Route): StartRemark[] {
  const { target, file, operation, address, access } = route;
  const [overridden] = route.overridden;
  const name = target.name ? `${target.name}.${operation}` : `${operation} at ${address}`;
  if (!overridden) {
    const message = `${name} overrides nothing: no earlier layer has ${operation} at ${address}; correct the address`;
    return isOverride(target) ? [{ file, message }] : [];
  }
  if (accessName(access) === accessName(overridden.access)) return [];
  const change = `from ${accessName(overridden.access)} to ${accessName(access)}`;
  return [{ file, message: `${name} changes the access of ${address} ${change}` }];
}
