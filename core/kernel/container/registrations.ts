import { asFunction } from 'awilix/browser';
import type { AwilixContainer, Resolver } from 'awilix/browser';
import { isPointDeclaration } from '../declare/extension_point.ts';
import { loggerOf, type Logger } from '../declare/logger.ts';
import { kernelVersion } from '../declare/package_info.ts';
import { contributes, pointOf, wrapOf } from '../declare/services.ts';
import type { ExtensionPoints, Services } from '../declare/services.ts';
import { isInstance, reasonOf } from '../declare/thrown.ts';
import type { LoadedModule, LoadedSubscriber } from '../modules/load_module.ts';
import { runAs } from '../modules/module_context.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import { blaming, servicesFault as fault, type Provider } from './blame.ts';
import type { OpenPoints } from './contributions.ts';

/** A service as it was registered. */
export interface Registration {
  /** The one that others ask for, or a hidden one where the service was wrapped by a later module. */
  name: string;
  /** What the module gave; it is the same object for as long as the module is not read anew. */
  readonly given: object;
  readonly wraps?: object | undefined;
  readonly module: Provider;
  readonly resolver: Resolver<unknown>;
}

/** The registrations while they are gathered. */
export interface Register {
  readonly container: AwilixContainer;
  /** Services of the kernel's own, whose names nobody else may give. */
  readonly reserved: ReadonlyMap<string, unknown>;
  /** In the order of the modules. */
  readonly list: Registration[];
  /** Names of services by the module that has asked for them. */
  readonly asked: Map<string, Set<string>>;
  readonly points: OpenPoints;
}

/** The kernel as the provider of its conventions. */
export const kernelProvider: Provider = {
  layer: 'core',
  name: 'kernel',
  folder: '',
  servicesFile: 'core/kernel',
  manifest: { name: 'kernel', version: kernelVersion, engines: { lectern: '*' } },
};

/** A service as a module gives it. */
interface Given {
  readonly name: string;
  readonly module: Provider;
  readonly given: unknown;
}

/** What a plugin gives may throw when it is looked at: a getter, a proxy. */
export function addSafely(register: Register, given: Given): void {
  const { name, module } = given;
  blaming(module, `the service "${name}" cannot be registered`, () => {
    add(register, given);
  });
}

export function add(register: Register, { name, module, given }: Given): void {
  if (register.reserved.has(name)) throw fault(module, `the name "${name}" belongs to the kernel; choose another.`);
  if (typeof given !== 'object' || given === null) throw noRegistration(module, name);
  if (isPointDeclaration(given)) {
    register.points.add(module, given);
    return;
  }
  const previous = register.list.find((one) => one.name === name);
  const wrap = wrapOf(given);
  const resolver = wrap ? wrapping(register, { name, module, previous, wrap }) : (given as Resolver<unknown>);
  if (typeof resolver.resolve !== 'function') throw noRegistration(module, name);
  if (previous && !wrap) replace(register, previous, module);
  register.list.push({ name, module, given, resolver, wraps: wrap && previous?.given });
  const built = attributed(noted(singleton(resolver), register, module), { name, module });
  const point = pointOf(resolver);
  register.container.register(name, point ? register.points.checking(built, point, { name, module }) : built);
}

/** Keeps in mind which services a module asks for: what it needs is what its manifest has to require. */
function noted(resolver: Resolver<unknown>, { asked }: Register, module: Provider): Resolver<unknown> {
  const names = asked.get(module.name) ?? new Set<string>();
  asked.set(module.name, names);
  const resolve: typeof resolver.resolve = (inside: AwilixContainer) => {
    const all = inside.cradle as Services;
    const cradle = watchedCradle(all, (name) => {
      names.add(name);
      const service: unknown = all[name as keyof Services];
      return name === 'logger' ? loggerOf(module.name, service as Logger) : service;
    });
    return runAs(module, () =>
      resolver.resolve(Object.create(inside, { cradle: { value: cradle } }) as AwilixContainer),
    );
  };
  return { ...resolver, resolve };
}

/** A subscriber is a contribution like any other, but for its name, which nobody can ask for. */
export function addSubscriber(register: Register, module: LoadedModule, subscriber: LoadedSubscriber): void {
  const { container, list } = register;
  const { subscription, file } = subscriber;
  const build = (services: Services) => {
    try {
      return subscription.build(subscriber.name, services);
    } catch (error) {
      if (isInstance(error, ModuleFault)) throw error;
      throw new ModuleFault(module.name, file, `the subscriber cannot be built: ${reasonOf(error)}`, error);
    }
  };
  const name = `subscriber ${subscriber.name}`;
  const resolver = contributes('subscribers', asFunction(build).singleton());
  list.push({ name, module, given: subscriber, resolver });
  container.register(name, noted(resolver, register, module));
}

function noRegistration(module: Provider, name: string): ModuleFault {
  return fault(module, `"${name}" is no registration; write asClass(...), asFunction(...) or asValue(...).`);
}

/** A later layer replaces a service of an earlier one; in the same layer, who replaces has to require the other. */
function replace({ list }: Register, previous: Registration, module: Provider): void {
  const { name, module: owner } = previous;
  if (owner === kernelProvider) {
    throw fault(
      module,
      `the service "${name}" belongs to the kernel; write decorates((previous) => ...) to change it.`,
    );
  }
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
  readonly module: Provider;
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
  const resolve: typeof resolver.resolve = (container) =>
    blaming(module, `the service "${name}" cannot be built`, () => resolver.resolve(container));
  return { ...resolver, resolve };
}

/** Registrations that contribute to an extension point, without those that were decorated. */
export function contributorsTo(list: readonly Registration[], point: keyof ExtensionPoints): readonly Registration[] {
  return list.filter(({ name, resolver }) => pointOf(resolver) === point && !isHidden(name));
}

function isHidden(name: string): boolean {
  return name.includes(' before ');
}

/**
 * Stands for awilix's cradle and has `get` answer for it. It is no proxy of the cradle, which each name that is asked for
 * would have copy all registrations: Node looks at the property behind a proxy, too.
 */
export function watchedCradle(cradle: Services, get: (name: string) => unknown): Services {
  return new Proxy({} as Services, {
    get: (_, name) => get(name as string),
    set: (_, name, value) => Reflect.set(cradle, name, value),
    ownKeys: () => Reflect.ownKeys(cradle),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(cradle, name),
  });
}
