import { asValue, createContainer, InjectionMode, type Resolver } from 'awilix/browser';
import { Roles } from '../auth/roles.ts';
import type { Lifecycle, Services } from '../declare/services.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { attributingTo, servicesFault } from './attribution.ts';
import { contributionsOf, OpenPoints, type Contributor } from './contributions.ts';
import { add, addSafely, addSubscriber, contributorsTo, kernelProvider, type Register } from './registrations.ts';
import type { Replaceable, ServiceRegistry, ServiceTracking } from './service_registry.ts';

/** Services that the kernel adds to the container. */
export interface KernelServices {
  /** Services of the kernel, by name; modules must not register services with these names. */
  readonly own: Partial<Services>;
  /** Services of the kernel that modules may decorate. */
  readonly conventions?: Readonly<Record<string, Resolver<unknown>>>;
}

/**
 * Registers the services of all modules and builds each once; a later module replaces a service of an earlier one.
 * Keeps services of a replaced registry whose dependencies are unchanged.
 * @throws ModuleFault naming the module whose service clashes or cannot be built
 */
export function buildServices(
  modules: readonly LoadedModule[],
  { own, conventions = {} }: KernelServices,
  replaceable?: Replaceable,
): ServiceRegistry {
  const container = createContainer<Services>({ injectionMode: InjectionMode.PROXY, strict: true });
  const ofManifests = servicesOfManifests(modules, replaceable?.previous);
  const reserved = new Map<string, unknown>([
    ...Object.entries(own),
    ...modules.map(({ name, config }) => [`${name}Config`, config] as const),
    ...Object.entries(ofManifests.services),
  ]);
  for (const [name, value] of reserved) container.register(name, asValue(value));
  const register: Register = {
    container,
    reserved: reserved.set('contributions', undefined),
    list: [],
    asked: new Map(),
    points: new OpenPoints(),
  };
  for (const [name, given] of Object.entries(conventions)) add(register, { name, module: kernelProvider, given });
  for (const module of modules) {
    for (const [name, given] of Object.entries(module.services)) addSafely(register, { name, module, given });
    for (const subscriber of module.subscribers) addSubscriber(register, module, subscriber);
  }
  const contributions = contributionsOf(
    (point) => contributorsTo(register.list, point),
    (name) => container.resolve(name),
  );
  container.register('contributions', asValue(contributions));
  const asked = (module: string) => [...(register.asked.get(module) ?? [])];
  const { cradle: services } = container;
  const tracking = replaceable?.track(register, { services, contributions }, replaceable.previous?.tracking);
  return { services, contributions, of: lifecyclesOf(register, tracking), asked, tracking, ofManifests };
}

function servicesOfManifests(
  modules: readonly LoadedModule[],
  previous: ServiceRegistry | undefined,
): ServiceRegistry['ofManifests'] {
  const lists = modules.map(({ manifest }) => manifest.roles ?? {});
  const renamed = modules.flatMap(({ name, manifest: { formerly } }) => (formerly ? [[formerly, name] as const] : []));
  const text = JSON.stringify([lists, renamed]);
  const before = previous?.ofManifests;
  if (before?.text === text) return before;
  return { text, services: { roles: new Roles(lists), formerNames: new Map(renamed) } };
}

function lifecyclesOf({ container, list }: Register, tracking: ServiceTracking | undefined): ServiceRegistry['of'] {
  const built = new Map<string, Lifecycle[]>();
  // Conventions are built last, because they depend on services of modules, which are built in module order.
  const ofKernel = list.filter(({ module }) => module === kernelProvider);
  for (const { name, module, given } of [...list.filter((one) => !ofKernel.includes(one)), ...ofKernel]) {
    const service: unknown = container.resolve(name);
    tracking?.built(given, service);
    if (typeof service !== 'object' || service === null) continue;
    attributingTo(module, `properties of the service "${name}" cannot be read`, () => {
      refuseOtherMeaning(service, { name, module });
    });
    built.set(module.name, [...(built.get(module.name) ?? []), service]);
  }
  return (module) => built.get(module) ?? [];
}

/** Rejects a service whose method is named like a lifecycle method but takes parameters: the kernel would call it. */
function refuseOtherMeaning(service: Lifecycle, { name, module }: Contributor): void {
  for (const method of Object.keys(lives) as (keyof typeof lives)[]) {
    // The method is read, not called: only its number of parameters matters.
    const own = (service as Readonly<Record<string, unknown>>)[method];
    if (typeof own !== 'function' || own.length === 0) continue;
    const problem = `${method}() of the service "${name}" takes parameters, but the kernel calls it to ${lives[method]}; rename the method.`;
    throw servicesFault(module, problem);
  }
}

const lives = {
  start: 'start the service',
  ready: 'start work that needs other modules',
  check: 'check the health of the service',
  operatorRemarks: 'ask for remarks',
  retire: 'announce the shutdown',
  stop: 'stop the service',
} as const satisfies Record<keyof Lifecycle, string>;
