import type { AwilixContainer, BuildResolver, Resolver } from 'awilix/browser';
import { isPointDeclaration } from '../declare/extension_point.ts';
import { asFunction, classOf, contributes, pointOf, resolverOf, wrapOf } from '../declare/service_entries.ts';
import type { ExtensionPoints, Services } from '../declare/services.ts';
import { whileUsing } from '../declare/use.ts';
import type { LoadedModule, LoadedSubscriber } from '../modules/load_module.ts';
import { manifestFile } from '../modules/manifest.ts';
import { runAs } from '../modules/module_context.ts';
import { attributed, type ModuleFault } from '../modules/module_fault.ts';
import { attributingTo, servicesFault as fault, type Provider } from './attribution.ts';
import type { ChangedServices } from './changed_services.ts';
import type { OpenPoints } from './contributions.ts';
import { kernelProvider } from './kernel_provider.ts';
import type { PrivateServices } from './private_services.ts';
import { servicesFor, type Asker, type ClassUser, type PublicServices } from './public_services.ts';

export interface Registration {
  /** Name that other services request, or a hidden name once the service is decorated. */
  readonly name: string;
  /** Whether a later module decorates the service; its decorator takes over the name and the extension point. */
  readonly isDecorated?: true;
  readonly module: Provider;
  readonly resolver: Resolver<unknown>;
}

/** Registrations of all modules so far, while `buildServices` collects them. */
export interface Registrations {
  readonly container: AwilixContainer;
  /** Values of the kernel by service name; modules must not use these names. */
  readonly reserved: ReadonlyMap<string, unknown>;
  /** Registrations in the order of their modules. */
  readonly list: Registration[];
  /** Names of requested services, by requesting module. */
  readonly requested: Map<string, Set<string>>;
  /** Names of the services that are being built: each asks for the next one. */
  readonly building: string[];
  readonly extensionPoints: OpenPoints;
  readonly offers: PublicServices;
  readonly privates: PrivateServices;
  readonly changed: ChangedServices;
}

/** A service as a module declares it. */
interface DeclaredService {
  readonly name: string;
  readonly module: Provider;
  readonly declared: unknown;
}

/** Adds the services and subscribers of a module. @throws ModuleFault */
export function addModule(collected: Registrations, module: LoadedModule): void {
  for (const [name, declared] of Object.entries(module.services)) addSafely(collected, { name, module, declared });
  for (const subscriber of module.subscribers) addSubscriber(collected, module, subscriber);
  collected.offers.mustHave(module);
}

/** Adds a declared service. Attributes errors to the module, since getters and proxies of the declaration may throw. */
function addSafely(collected: Registrations, service: DeclaredService): void {
  const { name, module } = service;
  attributingTo(module, `the service "${name}" cannot be registered`, () => add(collected, service));
}

/** Registers an entry of `services.ts`: a service, a replacement, a decorator, or an extension point. */
export function add(collected: Registrations, service: DeclaredService): void {
  const { name, module } = service;
  const declared: unknown = resolverOf(service.declared as Resolver<unknown>);
  if (collected.reserved.has(name)) throw fault(module, `the name "${name}" belongs to the kernel; choose another.`);
  if (typeof declared !== 'object' || declared === null) throw noRegistration(module, name);
  if (isPointDeclaration(declared)) {
    collected.extensionPoints.add(module, declared);
    return;
  }
  const previous = collected.list.find((one) => one.name === name);
  if (previous) collected.offers.mustBeChangeable(name, module);
  const wrap = wrapOf(declared);
  const resolver = wrap ? wrapPrevious(collected, { name, module, previous, wrap }) : (declared as Resolver<unknown>);
  if (typeof resolver.resolve !== 'function') throw noRegistration(module, name);
  if (previous && !wrap) replace(collected, previous, module);
  if (previous && previous.module !== kernelProvider) collected.changed.add(name, module);
  collected.list.push({ name, module, resolver });
  collected.offers.add(name, module);
  const built = classOf(resolver);
  if (built) collected.privates.register(built, name);
  collected.container.register(name, guarded(collected, service, resolver));
}

/** Makes a service a singleton that is built as code of its module. Attributes errors, and checks a contribution. */
function guarded(collected: Registrations, { name, module }: DeclaredService, resolver: Resolver<unknown>) {
  const asker = { module, file: module.servicesFile, name: `"${name}"` };
  const owned = ownedBy(collected, { name, asker }, singleton(resolver));
  const attributed = withAttribution(owned, { name, module });
  const point = pointOf(resolver);
  return point ? collected.extensionPoints.checking(attributed, point, { name, module }) : attributed;
}

/** Builds a service as code of its module, with the services that this code may request. */
function ownedBy(
  collected: Registrations,
  { name, asker }: { name: string; asker: ClassUser },
  resolver: Resolver<unknown>,
): Resolver<unknown> {
  const { building } = collected;
  const servicesIn = servicesSeenBy(asker, collected);
  const byClass = collected.privates.takenBy(asker);
  const resolve: typeof resolver.resolve = (inside: AwilixContainer) => {
    const cradle = servicesIn(inside.cradle as Services);
    building.push(name);
    try {
      return runAs(asker.module, () => whileUsing(cradle, () => resolver.resolve(inside), byClass));
    } finally {
      building.pop();
    }
  };
  return { ...resolver, resolve };
}

/** Refuses a service that is being built, and whose building asks for itself. */
function refuseCycle(name: string, building: readonly string[]): void {
  const first = building.indexOf(name);
  if (first < 0) return;
  const path = [...building.slice(first), name].join(' -> ');
  throw new Error(`Cyclic dependencies: ${path}; pass one to the other as an argument of a method`);
}

/** Makes the services that code may request. Records requests, which `lectern check` compares with the manifest. */
export function servicesSeenBy(asker: Asker, { requested, offers, building }: Registrations) {
  const names = requested.get(asker.module.name) ?? new Set<string>();
  requested.set(asker.module.name, names);
  const seen = (name: string) => {
    names.add(name);
    refuseCycle(name, building);
  };
  return (cradle: Services) => servicesFor(asker, cradle, { offers, seen });
}

/** Adds a subscriber as a contribution with a name that no service can request. */
function addSubscriber(collected: Registrations, module: LoadedModule, subscriber: LoadedSubscriber): void {
  const { container, list } = collected;
  const { subscription, file } = subscriber;
  const describe = (reason: string) => [file, `the function passed to subscribe() failed: ${reason}`] as const;
  const build = (services: Services) =>
    attributed(module.name, describe, () => subscription.build(subscriber.name, services));
  const name = `subscriber ${subscriber.name}`;
  const resolver = contributes('subscribers', asFunction(build));
  list.push({ name, module, resolver });
  const asker = { module, file, name: 'the function passed to subscribe()' };
  container.register(name, ownedBy(collected, { name, asker }, singleton(resolver)));
}

function noRegistration(module: Provider, name: string): ModuleFault {
  return fault(
    module,
    `"${name}" is no registration; write the class of the service, asFunction(...) or asValue(...).`,
  );
}

/** Removes a service that another module replaces. The replacing module has to require the other. */
function replace({ list }: Registrations, previous: Registration, module: Provider): void {
  const { name, module: owner } = previous;
  if (owner === kernelProvider) {
    throw fault(
      module,
      `the service "${name}" belongs to the kernel; write decorates((previous) => ...) to change it.`,
    );
  }
  if (!(owner.name in (module.manifest.requires ?? {}))) {
    const fix = `rename this service, or add "${owner.name}": "^${owner.manifest.version}" to "requires" in ${manifestFile(module)} to replace the other`;
    throw fault(module, `the service "${name}" is already registered by ${owner.servicesFile}; ${fix}.`);
  }
  list.splice(list.indexOf(previous), 1);
}

/** A decorator with the service that it wraps. */
interface Wrapped extends Omit<DeclaredService, 'declared'> {
  readonly previous: Registration | undefined;
  readonly wrap: NonNullable<ReturnType<typeof wrapOf>>;
}

/** Renames the previous service and passes it to the decorator, which takes over name and extension point. */
function wrapPrevious(
  { container, list }: Registrations,
  { name, module, previous, wrap }: Wrapped,
): Resolver<unknown> {
  const fix = 'correct the name, or require the module of the service';
  if (!previous) throw fault(module, `"${name}" decorates a service that no earlier module has; ${fix}.`);
  const hidden = `${name} before ${module.name}`;
  container.register(hidden, container.registrations[name] as Resolver<unknown>);
  list.splice(list.indexOf(previous), 1, { ...previous, name: hidden, isDecorated: true });
  const resolver = asFunction((services: Services) => wrap(container.resolve(hidden), services));
  const point = pointOf(previous.resolver);
  return point ? contributes(point, resolver as Resolver<never>) : resolver;
}

/** Makes every service a singleton, regardless of its declared lifetime. */
function singleton(resolver: Resolver<unknown>): Resolver<unknown> {
  return 'singleton' in resolver ? (resolver as BuildResolver<unknown>).singleton() : resolver;
}

/** Attributes an error to the innermost service that cannot be built, not to its dependents. */
function withAttribution(resolver: Resolver<unknown>, { name, module }: Omit<DeclaredService, 'declared'>) {
  const resolve: typeof resolver.resolve = (container) =>
    attributingTo(module, `the service "${name}" cannot be built`, () => resolver.resolve(container));
  return { ...resolver, resolve };
}

/** Registrations that contribute to an extension point, without those that a later module decorates. */
export function contributorsTo(list: readonly Registration[], point: keyof ExtensionPoints): readonly Registration[] {
  return list.filter(({ resolver, isDecorated }) => pointOf(resolver) === point && !isDecorated);
}
