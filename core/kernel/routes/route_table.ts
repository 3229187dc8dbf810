import type { BuiltResource } from '../container/build_resources.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { manifestFile } from '../modules/manifest.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import type { Ordering } from '../modules/order.ts';
import { resolveRoute } from './overrides.ts';
import type { Route, StartRemark } from './route.ts';
import { candidatesOf, type RouteCandidate } from './route_candidates.ts';

export interface RouteTable {
  readonly routes: readonly Route[];
  /** Routes that the configuration has disabled. */
  readonly disabled: readonly Route[];
  /** Remarks on the settings of routes. */
  readonly remarks: readonly StartRemark[];
}

/**
 * Resolves the resource classes, in the order of their modules, to the routes of the installation.
 * @param startsAfter whether the manifests order a module after another one
 * @throws ModuleFault for two routes at one address without an order, a missing filter, an address of another module,
 * an override of a final operation, or undeclared weaker access
 */
export function resolveRoutes(resources: readonly BuiltResource[], startsAfter: Ordering<LoadedModule>): RouteTable {
  const table = new Map<string, RouteCandidate & { readonly route: Route }>();
  for (const candidate of resources.flatMap(candidatesOf)) {
    const overridden = table.get(candidate.key);
    if (overridden) refuseUnordered(candidate, overridden, startsAfter);
    const route = resolveRoute(candidate, overridden?.route);
    table.set(candidate.key, { ...candidate, route });
  }
  const routes = Array.from(table.values(), ({ route }) => route);
  routes.sort((a, b) => compare(a.address, b.address) || compare(a.operation, b.operation));
  return { routes, disabled: [], remarks: [] };
}

/** Refuses an override without an order, because the file names would decide which module calls the other. */
function refuseUnordered(
  { resource: { module, file }, operation, address }: RouteCandidate,
  { resource: other }: RouteCandidate,
  startsAfter: Ordering<LoadedModule>,
): void {
  if (module.layer !== other.module.layer || startsAfter(module, other.module)) return;
  const taken = `${operation} at ${address} is already served by ${other.file}`;
  const line = (key: 'after' | 'before') =>
    `"${key}": ${JSON.stringify([...(module.manifest[key] ?? []), other.module.name])}`;
  const fix =
    module === other.module
      ? 'change one of the addresses.'
      : `no order between "${other.module.name}" and "${module.name}" is declared. Write ${line('after')} in ${manifestFile(module)} to override it, ${line('before')} for the opposite order, or change one of the addresses.`;
  throw new ModuleFault(module.name, file, `${taken}; ${fix}`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
