import { operations } from '../../kernel/declare/operations.ts';
import { parentOf, resourceRecord, type ResourceClass } from '../../kernel/declare/records.ts';
import { nameOf, type Route, type StartRemark } from '../../kernel/routes/route.ts';

/** Remarks of the start on overrides that override nothing, or that change the access of a route. */
export function remarksOnRoutes(routes: readonly Route[]): StartRemark[] {
  return routes.flatMap((route) => [...route.overridden.toReversed(), route]).flatMap(remarksOn);
}

function remarksOn(route: Route): StartRemark[] {
  const { target, file, operation, address, access } = route;
  const [overridden] = route.overridden;
  const name = `${target.name || 'the resource'}.${operation}`;
  if (!overridden) {
    const isMeant = resourceRecord(target)?.overrides === true || isExtension(target);
    const message = `${name} overrides nothing: no earlier layer has ${operation} at ${address}; correct the address`;
    return isMeant ? [{ file, message }] : [];
  }
  if (nameOf(access) === nameOf(overridden.access)) return [];
  const change = `from ${nameOf(overridden.access)} to ${nameOf(access)}`;
  return [{ file, message: `${name} changes the access of ${address} ${change}` }];
}

/** Whether a class extends another resource. */
function isExtension(target: ResourceClass): boolean {
  const parent = parentOf(target);
  return parent !== undefined && operations.some((name) => name in parent.prototype);
}
