import { isPointDeclaration } from '../declare/extension_point.ts';
import { pointOf } from '../declare/service_entries.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { comparedUses, covers, undeclared, type UsedKind, type UsedThing } from '../modules/uses.ts';
import type { Assembly } from '../routes/assembly.ts';
import type { Route } from '../routes/route.ts';

/** What a module uses of others: services that it has requested so far, and what registrations and routes show. */
export function usedBy(module: LoadedModule, assembly: Assembly): UsedThing[] {
  const { requested, offers } = assembly.registry;
  const services = [...(requested.get(module.name) ?? [])].filter((one) => offers.otherOwner(one, module.name));
  return [...things('services', services, module.servicesFile), ...usedAtStart(module, assembly)];
}

/** What a module uses of others, as its registrations, subscribers, routes and mounts show. */
function usedAtStart(module: LoadedModule, { registry, table }: Assembly): UsedThing[] {
  const { name: own, servicesFile, subscribers } = module;
  const entries = Object.values(module.services);
  const ownPoints = entries.flatMap((entry) => (isPointDeclaration(entry) ? [entry.point] : []));
  const named = entries.flatMap((entry) => pointOf(entry as Parameters<typeof pointOf>[0]) ?? []);
  const points = named.filter((point) => !ownPoints.includes(point));
  const isChanged = ([one, entry]: readonly [string, object]) =>
    !isPointDeclaration(entry) && registry.offers.ownerOf(one) !== own;
  const changed = Object.entries(module.services).filter(isChanged);
  const isForeign = (event: string) => !event.startsWith(`${own}.`);
  const mounts = (table.mounts ?? []).filter((mount) => mount.module === own && mount.access.kind === 'open');
  const routes = table.routes.flatMap((route) => [route, ...route.overridden]);
  return [
    ...things('extensionPoints', points, servicesFile),
    ...changed.flatMap(([service]) => things('changedServices', [service], servicesFile)),
    ...subscribers.flatMap(({ subscription, file }) => things('events', subscription.names.filter(isForeign), file)),
    ...routes.filter((route) => route.module === own).flatMap(usedByRoute),
    ...mounts.flatMap(({ address, file }) => things('open', [`* ${address}`], file)),
  ];
}

function things(kind: UsedKind, names: readonly string[], file: string): UsedThing[] {
  return names.map((name) => ({ kind, name, file }));
}

function usedByRoute({ methods, address, file, access, overridden: [overridden], module }: Route): UsedThing[] {
  const name = `${methods[0] ?? ''} ${address}`;
  const overrides = overridden && overridden.module !== module;
  const opens = access.kind === 'open' && overridden?.access.kind !== 'open';
  return [...things('overrides', overrides ? [name] : [], file), ...things('open', opens ? [name] : [], file)];
}

/** Refuses plugins that use what their manifests do not name. A manifest without `uses` is not compared. @throws ModuleFault */
export function refuseUndeclared(assembly: Assembly): void {
  for (const module of assembly.modules) {
    const uses = comparedUses(module);
    const found = uses && usedAtStart(module, assembly).find((thing) => !covers(uses, thing));
    if (found) throw undeclared(module.name, found);
  }
}
