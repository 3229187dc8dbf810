import { asValue, createContainer, InjectionMode, type Resolver } from 'awilix/browser';
import { Roles } from '../auth/roles.ts';
import type { Services } from '../declare/services.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { BuiltServices } from './built_services.ts';
import { ChangedServices } from './changed_services.ts';
import { contributionsOf, OpenPoints } from './contributions.ts';
import type { ServiceRegistry } from './service_registry.ts';
import { kernelProvider } from './kernel_provider.ts';
import { PrivateServices } from './private_services.ts';
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
  const built = new BuiltServices();
  const collected = emptyRegistrations(modules, own, built);
  const { container, requested, changed, offers, privates } = collected;
  for (const [name, declared] of Object.entries(conventions))
    add(collected, { name, module: kernelProvider, declared });
  for (const module of modules) addModule(collected, module);
  const contributions = contributionsOf(
    (point) => contributorsTo(collected.list, point),
    (name) => container.resolve(name),
  );
  container.register('contributions', asValue(contributions));
  const services = container.cradle as Services;
  const visibleTo: ServiceRegistry['visibleTo'] = (asker) => servicesSeenBy(asker, collected)(services);
  buildAll(collected, built);
  return { services, contributions, of: built.of, requested, changed, offers, privates, visibleTo };
}

/** Registrations of the kernel's own services, of the sections of the configuration, and of what manifests declare. */
function emptyRegistrations(
  modules: readonly LoadedModule[],
  own: Partial<Services>,
  built: BuiltServices,
): Registrations {
  const container = createContainer<Services>({ injectionMode: InjectionMode.PROXY, strict: true });
  const fromManifests = servicesOfManifests(modules);
  const reserved = new Map<string, unknown>([
    ...Object.entries(own),
    ...modules.map(({ name, config }) => [`${name}Config`, config] as const),
    ...Object.entries(fromManifests),
  ]);
  for (const [name, value] of reserved) container.register(name, asValue(value));
  const ofKernel = [...Object.keys(own), ...Object.keys(fromManifests), 'contributions'];
  const requested: Registrations['requested'] = new Map();
  const collected: Registrations = {
    container,
    // Names that modules must not register.
    reserved: reserved.set('contributions', undefined),
    list: [],
    requested,
    building: [],
    extensionPoints: new OpenPoints(),
    offers: new PublicServices(modules, ofKernel),
    privates: new PrivateServices(built, (user) => servicesSeenBy(user, collected)(container.cradle)),
    changed: new ChangedServices(requested, modules),
  };
  return collected;
}

function servicesOfManifests(modules: readonly LoadedModule[]): Pick<Services, 'formerNames' | 'roles'> {
  const lists = modules.map(({ manifest }) => manifest.roles ?? {});
  const renamed = modules.flatMap(({ name, manifest: { formerly } }) => (formerly ? [[formerly, name] as const] : []));
  return { roles: new Roles(lists), formerNames: new Map(renamed) };
}

/** Builds all services with a name. */
function buildAll(collected: Registrations, built: BuiltServices): void {
  try {
    const { container, list } = collected;
    // Conventions are built last, because they depend on services of modules, which are built in module order.
    const ofKernel = list.filter(({ module }) => module === kernelProvider);
    for (const { name, module } of [...list.filter((one) => !ofKernel.includes(one)), ...ofKernel]) {
      const service: unknown = container.resolve(name);
      const user = { module, file: module.servicesFile, name: `"${name}"` };
      if (typeof service === 'object' && service !== null) built.add(service, user);
    }
  } catch (error) {
    throw collected.changed.attribute(error);
  }
}
