import { isPointDeclaration } from '../declare/extension_point.ts';
import { pointOf } from '../declare/service_entries.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { covers, type UsedKind, type UsedThing } from '../modules/uses.ts';
import type { Assembly } from '../routes/assembly.ts';
import type { Route } from '../routes/route.ts';

/** What a module uses of others: services that it has requested so far, and what registrations and routes show. */
export function usedBy(module: LoadedModule, assembly: Assembly): UsedThing[] {
  const { requested, offers } = assembly.registry;
  const services = [...(requested.get(module.name) ?? [])].filter((one) => offers.otherOwner(one, module.name));
  return [...services.map(thing('services', module.servicesFile)), ...usedAtStart(module, assembly)];
}

/** What a module uses of others, as its registrations, subscribers, routes and mounts show. */
function usedAtStart(module: LoadedModule, { registry, table }: Assembly): UsedThing[] {
  const { name, servicesFile, subscribers } = module;
  const entries = Object.entries(module.services);
  const ownPoints = entries.flatMap(([, entry]) => (isPointDeclaration(entry) ? [entry.point] : []));
  const points = entries.flatMap(([, entry]) => pointOf(entry as Parameters<typeof pointOf>[0]) ?? []);
  const changed = entries.filter(([one, entry]) => !isPointDeclaration(entry) && registry.offers.ownerOf(one) !== name);
  const events = subscribers.flatMap(({ subscription, file }) => subscription.names.map((event) => ({ event, file })));
  const mounts = (table.mounts ?? []).filter((mount) => mount.module === name && mount.access.kind === 'open');
  return [
    ...points.filter((point) => !ownPoints.includes(point)).map(thing('extensionPoints', servicesFile)),
    ...changed.map(([service]) => thing('changedServices', servicesFile)(service)),
    ...events
      .filter(({ event }) => !event.startsWith(`${name}.`))
      .map(({ event, file }) => thing('events', file)(event)),
    ...table.routes
      .flatMap((route) => [route, ...route.overridden])
      .filter((route) => route.module === name)
      .flatMap(usedByRoute),
    ...mounts.map(({ address, file }) => thing('open', file)(`* ${address}`)),
  ];
}

function thing(kind: UsedKind, file: string) {
  return (name: string): UsedThing => ({ kind, name, file });
}

function usedByRoute({ methods, address, file, access, overridden: [overridden], module }: Route): UsedThing[] {
  const name = `${methods[0] ?? ''} ${address}`;
  const overrides = overridden && overridden.module !== module;
  const opens = access.kind === 'open' && overridden?.access.kind !== 'open';
  return [...(overrides ? [thing('overrides', file)(name)] : []), ...(opens ? [thing('open', file)(name)] : [])];
}

const words: Partial<Record<UsedKind, string>> = {
  extensionPoints: 'the plugin contributes to the extension point',
  changedServices: 'the plugin replaces or decorates the service',
  events: 'the plugin subscribes to the event',
  overrides: 'the plugin overrides the operation',
  open: 'the plugin serves without a credential',
};

/** Refuses plugins that use what their manifests do not name. A manifest without `uses` is not compared. @throws ModuleFault */
export function refuseUndeclared(assembly: Assembly): void {
  for (const module of assembly.modules) {
    const { name: plugin, layer, manifest } = module;
    const { uses } = manifest;
    if (!uses || layer !== 'plugins') continue;
    const undeclared = usedAtStart(module, assembly).find(({ kind, name }) => !covers(uses, kind, name));
    if (!undeclared) continue;
    const { kind, name, file } = undeclared;
    const fix = `add "${name}" to "uses.${kind}" in plugins/${plugin}/module.json`;
    throw new ModuleFault(plugin, file, `${words[kind]} "${name}", which "uses" does not name; ${fix}.`);
  }
}
