import { asFunction, asValue, createContainer, InjectionMode, type AwilixContainer, type Resolver } from 'awilix';
import { Roles } from '../auth/roles.ts';
import { contributes, pointOf, wrapOf } from '../services.ts';
import type { Contributions, ExtensionPoints, Lifecycle, Services } from '../services.ts';
import { ModuleFault, reasonOf } from './fault.ts';
import type { LoadedModule, LoadedSubscriber } from './load_module.ts';

/** The services of all modules, built, each known by the module it came from. */
export interface ServiceHouse {
  readonly services: Services;
  readonly contributions: Contributions;
  /** Services of a module in the order they were built. */
  of(module: string): readonly Lifecycle[];
}

interface Registration {
  /** The one that others ask for, or a hidden one where the service was wrapped by a later module. */
  name: string;
  readonly module: LoadedModule;
  readonly resolver: Resolver<unknown>;
}

/** The registrations while they are gathered. */
interface Register {
  readonly container: AwilixContainer;
  readonly reserved: ReadonlySet<string>;
  /** In the order of the modules. */
  readonly list: Registration[];
}

/**
 * Registers the services of all modules, later over earlier, and then builds each once.
 * @throws ModuleFault naming the module whose service clashes or cannot be built
 */
export function buildServices(modules: readonly LoadedModule[], own: Partial<Services>): ServiceHouse {
  const container = createContainer<Services>({ injectionMode: InjectionMode.PROXY, strict: true });
  for (const [name, value] of Object.entries(own)) container.register(name, asValue(value));
  for (const { name, config } of modules) container.register(configName(name), asValue(config));
  container.register('roles', asValue(new Roles(modules.map(({ manifest }) => manifest.roles ?? {}))));
  const reserved = new Set([
    ...Object.keys(own),
    'roles',
    'contributions',
    ...modules.map(({ name }) => configName(name)),
  ]);
  const register: Register = { container, reserved, list: [] };
  for (const module of modules) {
    for (const [name, given] of Object.entries(module.services)) add(register, { name, module, given });
    for (const subscriber of module.subscribers) addSubscriber(register, module, subscriber);
  }
  const contributions = contributionsOf(register);
  container.register('contributions', asValue(contributions));
  return { services: container.cradle, contributions, of: lifecyclesOf(register) };
}

/** A module's own section of the configuration is a service, too. */
function configName(module: string): string {
  return `${module}Config`;
}

/** A service as a module gives it. */
interface Given {
  readonly name: string;
  readonly module: LoadedModule;
  readonly given: unknown;
}

function add(register: Register, { name, module, given }: Given): void {
  if (register.reserved.has(name)) throw fault(module, `the name "${name}" belongs to the kernel; choose another.`);
  if (typeof given !== 'object' || given === null) throw noRegistration(module, name);
  const previous = register.list.find((one) => one.name === name);
  const wrap = wrapOf(given);
  const resolver = wrap ? wrapping(register, { name, module, previous, wrap }) : (given as Resolver<unknown>);
  if (typeof resolver.resolve !== 'function') throw noRegistration(module, name);
  if (previous && !wrap) replace(register, previous, module);
  register.list.push({ name, module, resolver });
  register.container.register(name, attributed(singleton(resolver), { name, module }));
}

/** A subscriber is a contribution like any other, but for its name, which nobody can ask for. */
function addSubscriber({ container, list }: Register, module: LoadedModule, subscriber: LoadedSubscriber): void {
  const { subscription, file } = subscriber;
  const build = (services: Services) => {
    try {
      return subscription.build(subscriber.name, services);
    } catch (error) {
      if (error instanceof ModuleFault) throw error;
      throw new ModuleFault(module.name, file, `the subscriber cannot be built: ${reasonOf(error)}`, error);
    }
  };
  const name = `subscriber ${subscriber.name}`;
  const resolver = contributes('subscribers', asFunction(build).singleton());
  list.push({ name, module, resolver });
  container.register(name, resolver);
}

function noRegistration(module: LoadedModule, name: string): ModuleFault {
  return fault(module, `"${name}" is no registration; write asClass(...), asFunction(...) or asValue(...).`);
}

/** A later layer replaces a service of an earlier one; in the same layer, who replaces has to require the other. */
function replace({ list }: Register, previous: Registration, module: LoadedModule): void {
  const { name, module: owner } = previous;
  if (owner.layer === module.layer && !(owner.name in (module.manifest.requires ?? {}))) {
    const where = owner.servicesFile;
    const mend = 'rename one, or require that module to replace it';
    throw fault(module, `the service "${name}" is already given by ${where}; ${mend}.`);
  }
  list.splice(list.indexOf(previous), 1);
}

/** What a module wraps, and with what. */
interface Wrapped {
  readonly name: string;
  readonly module: LoadedModule;
  readonly previous: Registration | undefined;
  readonly wrap: NonNullable<ReturnType<typeof wrapOf>>;
}

/**
 * Keeps the previous service at work under a name of its own and gives it to the wrapping function, which takes its
 * place in the extension point, too.
 */
function wrapping({ container }: Register, { name, module, previous, wrap }: Wrapped): Resolver<unknown> {
  if (!previous) throw fault(module, `"${name}" decorates a service that no earlier module gives; correct the name.`);
  const hidden = `${name} before ${module.name}`;
  container.register(hidden, container.registrations[name] as Resolver<unknown>);
  previous.name = hidden;
  const resolver = asFunction((services: Services) => wrap(container.resolve(hidden), services));
  const point = pointOf(previous.resolver);
  return point ? contributes(point, resolver as Resolver<unknown> as Resolver<never>) : resolver;
}

/** Every service lives as long as the process, whatever its author wrote. */
function singleton(resolver: Resolver<unknown>): Resolver<unknown> {
  return 'singleton' in resolver ? (resolver as ReturnType<typeof asFunction>).singleton() : resolver;
}

/** The innermost service that cannot be built is to blame, not the one that asked for it. */
function attributed(resolver: Resolver<unknown>, { name, module }: Pick<Given, 'name' | 'module'>): Resolver<unknown> {
  const resolve: typeof resolver.resolve = (container) => {
    try {
      return resolver.resolve(container);
    } catch (error) {
      if (error instanceof ModuleFault) throw error;
      throw fault(module, `the service "${name}" cannot be built: ${reasonOf(error)}`, error);
    }
  };
  return { ...resolver, resolve };
}

function lifecyclesOf({ container, list }: Register): ServiceHouse['of'] {
  const built = new Map<string, Lifecycle[]>();
  for (const { name, module } of list) {
    const service: unknown = container.resolve(name);
    if (typeof service !== 'object' || service === null) continue;
    refuseOtherMeaning(service, { name, module });
    built.set(module.name, [...(built.get(module.name) ?? []), service]);
  }
  return (module) => built.get(module) ?? [];
}

/** A method of the service's own that is called like one of the process's life would be called by the kernel. */
function refuseOtherMeaning(service: Lifecycle, { name, module }: Pick<Given, 'name' | 'module'>): void {
  for (const method of ['start', 'check', 'stop'] as const) {
    // Asked of the property, not called: only how many parameters it has is of interest.
    const own = (service as Readonly<Record<string, unknown>>)[method];
    if (typeof own !== 'function' || own.length === 0) continue;
    const problem = `${method}() of the service "${name}" takes parameters, but the kernel calls it to ${lives[method]}; give it another name.`;
    throw fault(module, problem);
  }
}

const lives = { start: 'start the service', check: 'ask whether it is well', stop: 'stop the service' };

function contributionsOf({ container, list }: Register): Contributions {
  return {
    of: <P extends keyof ExtensionPoints>(point: P) =>
      list
        .filter(({ name, resolver }) => pointOf(resolver) === point && !isHidden(name))
        .map(({ name }) => container.resolve<ExtensionPoints[P]>(name)),
  };
}

function isHidden(name: string): boolean {
  return name.includes(' before ');
}

function fault(module: LoadedModule, problem: string, cause?: unknown): ModuleFault {
  return new ModuleFault(module.name, module.servicesFile, problem, cause);
}
