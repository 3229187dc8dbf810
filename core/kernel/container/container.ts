import { asValue, createContainer, InjectionMode, type Resolver } from 'awilix/browser';
import { Roles } from '../auth/roles.ts';
import type { Lifecycle, Services } from '../declare/services.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { attributingTo, servicesFault } from './attribution.ts';
import { ChangedServices } from './changed_services.ts';
import { contributionsOf, OpenPoints, type Contributor } from './contributions.ts';
import type { ServiceRegistry } from './service_registry.ts';
import { kernelProvider } from './kernel_provider.ts';
import { PublicServices } from './public_services.ts';
import { add, addModule, contributorsTo, servicesSeenBy, type Registrations } from './registrations.ts';

/** Services that the kernel adds to the container. */
export interface KernelServices {
  /** Services of the kernel, by name; modules must not register services with these names. */
  readonly own: Partial<Services>;
  /** Services of the kernel that modules may decorate. */
  readonly conventions?: Readonly<Record<string, Resolver<unknown>>>;
}

/**
 * Registers the services of all modules and builds each once. A later module may replace a service of an earlier one.
 * `registrations.ts` registers a service or its decorator, `contributions.ts` collects the extension points.
 * @throws ModuleFault naming the module whose service clashes or cannot be built
 */
export function buildServices(
  modules: readonly LoadedModule[],
  { own, conventions = {} }: KernelServices,
): ServiceRegistry {
  const container = createContainer<Services>({ injectionMode: InjectionMode.PROXY, strict: true });
  const fromManifests = servicesOfManifests(modules);
  // Names that modules must not register, with the services of the kernel.
  const reserved = new Map<string, unknown>([
    ...Object.entries(own),
    ...modules.map(({ name, config }) => [`${name}Config`, config] as const),
    ...Object.entries(fromManifests),
  ]);
  for (const [name, value] of reserved) container.register(name, asValue(value));
  const ofKernel = [...Object.keys(own), ...Object.keys(fromManifests), 'contributions'];
  const requested: Registrations['requested'] = new Map();
  const changed = new ChangedServices(requested, modules);
  const collected: Registrations = {
    container,
    reserved: reserved.set('contributions', undefined),
    list: [],
    requested,
    building: [],
    extensionPoints: new OpenPoints(),
    offers: new PublicServices(modules, ofKernel),
    changed,
  };
  for (const [name, declared] of Object.entries(conventions))
    add(collected, { name, module: kernelProvider, declared });
  for (const module of modules) addModule(collected, module);
  const contributions = contributionsOf(
    (point) => contributorsTo(collected.list, point),
    (name) => container.resolve(name),
  );
  container.register('contributions', asValue(contributions));
  const { cradle: services } = container;
  const { offers } = collected;
  const visibleTo: ServiceRegistry['visibleTo'] = (asker) => servicesSeenBy(asker, collected)(services);
  return { services, contributions, of: buildAll(collected), requested, changed, offers, visibleTo };
}

function servicesOfManifests(modules: readonly LoadedModule[]): Pick<Services, 'formerNames' | 'roles'> {
  const lists = modules.map(({ manifest }) => manifest.roles ?? {});
  const renamed = modules.flatMap(({ name, manifest: { formerly } }) => (formerly ? [[formerly, name] as const] : []));
  return { roles: new Roles(lists), formerNames: new Map(renamed) };
}

/** Builds all services. @returns the method `of` of the registry */
function buildAll(collected: Registrations): ServiceRegistry['of'] {
  try {
    return buildEach(collected);
  } catch (error) {
    throw collected.changed.attribute(error);
  }
}

function buildEach({ container, list }: Registrations): ServiceRegistry['of'] {
  const built = new Map<string, Lifecycle[]>();
  // Conventions are built last, because they depend on services of modules, which are built in module order.
  const ofKernel = list.filter(({ module }) => module === kernelProvider);
  for (const { name, module } of [...list.filter((one) => !ofKernel.includes(one)), ...ofKernel]) {
    const service: unknown = container.resolve(name);
    if (typeof service !== 'object' || service === null) continue;
    attributingTo(module, `properties of the service "${name}" cannot be read`, () => {
      refuseLifecycleClash(service, { name, module });
    });
    built.set(module.name, [...(built.get(module.name) ?? []), service]);
  }
  return (module) => built.get(module) ?? [];
}

/** Rejects a service with a method such as `start(port)`: the kernel would call it, without arguments. */
function refuseLifecycleClash(service: Lifecycle, { name, module }: Contributor): void {
  for (const method of Object.keys(lifecycleVerbs) as (keyof typeof lifecycleVerbs)[]) {
    const own = (service as Readonly<Record<string, unknown>>)[method];
    if (typeof own !== 'function' || own.length === 0) continue;
    const problem = `${method}() of the service "${name}" takes parameters, but the kernel calls it without any, to ${lifecycleVerbs[method]}; rename the method.`;
    throw servicesFault(module, problem);
  }
}

/** Purpose of each lifecycle method, for messages. */
const lifecycleVerbs = {
  start: 'start the service',
  ready: 'start work that needs other modules',
  check: 'check the health of the service',
  operatorRemarks: 'ask for remarks',
  retire: 'announce the shutdown',
  stop: 'stop the service',
} as const satisfies Record<keyof Lifecycle, string>;
