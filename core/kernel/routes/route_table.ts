import { canonOf } from '../base/addresses.ts';
import type { BuiltResource } from '../container/build_resources.ts';
import { layers } from '../modules/layers.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { manifestFile } from '../modules/manifest.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import type { Ordering } from '../modules/order.ts';
import { createRoute } from './overrides.ts';
import type { Route, StartRemark } from './route.ts';
import { candidatesOf, isBelow, type RouteCandidate } from './route_candidates.ts';

/** Routes of an installation. Hosting adds `mounts` and `pages`. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** Routes that the configuration has disabled. */
  readonly disabled: readonly Route[];
  /** Remarks on settings for routes of modules that do not run, and on operation hooks without an operation. */
  readonly remarks: readonly StartRemark[];
}

/** Isolates an overridden operation from the overrides that call it. */
export type GuardLink = (overridden: Route) => Route;

/**
 * Resolves the operations of resources to routes. An operation overrides an earlier one at the same address.
 * @param resources in the order of their modules
 * @param startsAfter whether the manifests order a module after another one
 * @throws ModuleFault for a wrong address, two operations at one address without an order, or declarations that
 * `createRoute` refuses
 */
export function resolveRoutes(
  resources: readonly BuiltResource[],
  startsAfter: Ordering<LoadedModule>,
  guardLink: GuardLink,
): RouteTable {
  const byKey = new Map<string, RouteCandidate & { readonly route: Route }>();
  for (const candidate of resources.flatMap(candidatesOf).sort((a, b) => rankOf(a) - rankOf(b))) {
    const overridden = byKey.get(candidate.key);
    if (overridden) refuseUnordered(candidate, overridden, startsAfter);
    const route = createRoute(candidate, overridden && guardLink(overridden.route));
    byKey.set(candidate.key, { ...candidate, route });
  }
  const routes = Array.from(byKey.values(), ({ route }) => route);
  const placeOf = ({ address, operation }: Route) => `${address} ${operation}`;
  routes.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  return { routes, disabled: [], remarks: [] };
}

/** Order of candidates: core, the plugin to which the address `/plugins/<name>` belongs, other plugins, custom. */
function rankOf({ resource: { module }, address }: RouteCandidate): number {
  const isOwner = isBelow(canonOf(address), canonOf(`/plugins/${module.name}`));
  return 2 * layers.indexOf(module.layer) - Number(isOwner);
}

/** Refuses an override in the same layer without a declared order: names would decide which one overrides the other. */
function refuseUnordered(late: RouteCandidate, early: RouteCandidate, startsAfter: Ordering<LoadedModule>): void {
  const { resource, operation, address } = late;
  const [{ module, file }, other] = [resource, early.resource];
  if (module.layer !== other.module.layer || startsAfter(module, other.module)) return;
  const line = (key: 'after' | 'before') =>
    `"${key}": ${JSON.stringify([...(module.manifest[key] ?? []), other.module.name])}`;
  const opposite = rankOf(early) < rankOf(late) ? '' : ` ${line('before')} for the opposite order,`;
  const fix =
    module === other.module
      ? 'change one of the addresses.'
      : `no order between "${other.module.name}" and "${module.name}" is declared. Write ${line('after')} in ${manifestFile(module)} to override it,${opposite} or change one of the addresses.`;
  throw new ModuleFault(module.name, file, `${operation} at ${address} is already served by ${other.file}; ${fix}`);
}
