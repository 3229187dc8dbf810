import type { BuiltResource } from '../container/build_resources.ts';
import { layers } from '../modules/layers.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { remarksOn, resolveRoute } from './overrides.ts';
import type { Route, StartRemark } from './route.ts';
import { candidatesOf, type RouteCandidate } from './route_candidates.ts';

export interface RouteTable {
  readonly routes: readonly Route[];
  /** Routes that the configuration has disabled. */
  readonly disabled: readonly Route[];
  readonly remarks: readonly StartRemark[];
}

/**
 * Resolves the resource classes to the routes of the installation.
 * @throws ModuleFault for two routes at one address, a missing filter, an address of another module, or undeclared
 * weaker access
 */
export function resolveRoutes(resources: readonly BuiltResource[]): RouteTable {
  const table = new Map<string, Route>();
  const remarks: StartRemark[] = [];
  const rank = ({ resource: { module } }: RouteCandidate) => layers.indexOf(module.layer);
  const candidates = resources.flatMap(candidatesOf).sort((a, b) => rank(a) - rank(b));
  for (const candidate of candidates) {
    const overridden = table.get(candidate.key);
    if (overridden?.layer === candidate.resource.module.layer) throw clash(candidate, overridden);
    const route = resolveRoute(candidate, overridden);
    remarks.push(...remarksOn(candidate, route));
    table.set(candidate.key, route);
  }
  const routes = [...table.values()].sort((a, b) => compare(a.address, b.address) || compare(a.operation, b.operation));
  return { routes, disabled: [], remarks };
}

function clash({ resource, operation, address }: RouteCandidate, taken: Route): ModuleFault {
  const { module, file } = resource;
  const problem = `${operation} at ${address} is already served by ${taken.file}; change one of the addresses, or override it from a later layer.`;
  return new ModuleFault(module.name, file, problem);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
