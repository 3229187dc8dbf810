import { asFunction as builtBy, type Resolver } from 'awilix/browser';
import type { ExtensionPoints, Services } from './services.ts';
import { usedServices, type ServiceClass } from './use.ts';

const extensionPoint = Symbol('extension point');
const builtClass = Symbol('class of the service');

type Contribution<T> = Resolver<T> & { readonly [extensionPoint]?: keyof ExtensionPoints };
type ClassResolver<T> = Resolver<T> & { readonly [builtClass]?: ServiceClass<unknown> };

/**
 * Registers a service as a contribution to an extension point.
 *
 * @example
 * export default { tokens: contributes('authenticators', Tokens) };
 */
export function contributes<P extends keyof ExtensionPoints, T extends ExtensionPoints[P]>(
  point: P,
  entry: ServiceClass<T> | Resolver<T>,
): Resolver<T> {
  const contribution: Contribution<T> = Object.assign(resolverOf(entry), { [extensionPoint]: point });
  return contribution;
}

/** Registers the result of a function, which gets the services by name. */
export function asFunction<T>(build: (services: Services) => T): Resolver<T> {
  return builtBy(() => build(usedServices()));
}

/** Resolver of an entry of `services.ts`; entries other than classes are returned. @throws TypeError for a class with parameters */
export function resolverOf<T>(entry: ServiceClass<T> | Resolver<T>): Resolver<T> {
  if (!isClass(entry)) return entry;
  const { name, length } = entry;
  if (length === 0) return classResolver(entry);
  throw new TypeError(
    `the constructor of ${name} takes parameters; take each service by a field: readonly #database = use('database')`,
  );
}

function classResolver<T>(service: ServiceClass<T>): ClassResolver<T> {
  return Object.assign(
    builtBy(() => new service()),
    { [builtClass]: service },
  );
}

/** Class of the services that a registration builds; undefined for those of functions and values. */
export function classOf(resolver: ClassResolver<unknown>): ServiceClass<unknown> | undefined {
  return resolver[builtClass];
}

/** Whether an entry is a class. Unlike functions, classes have a constant prototype. */
function isClass<T>(entry: ServiceClass<T> | Resolver<T>): entry is ServiceClass<T> {
  return typeof entry === 'function' && Object.getOwnPropertyDescriptor(entry, 'prototype')?.writable === false;
}

/** Extension point that a registration contributes to, if any. */
export function pointOf(resolver: Contribution<unknown>): keyof ExtensionPoints | undefined {
  return resolver[extensionPoint];
}

const decorator = Symbol('decorator');

/** A registration that wraps the service of an earlier module. */
export interface ServiceDecorator<T = unknown> {
  readonly [decorator]: (previous: T, services: Services) => T;
}

/**
 * Wraps a service of an earlier module, or a convention of the kernel, instead of replacing it.
 *
 * @example
 * export default { settings: decorates<Settings>((previous) => new CachedSettings(previous)) };
 */
export function decorates<T>(wrap: (previous: T, services: Services) => T): ServiceDecorator<T> {
  return { [decorator]: wrap };
}

/** The wrapping function of a decorator registration; undefined for other registrations. */
export function wrapOf(registration: object): ((previous: unknown, services: Services) => unknown) | undefined {
  return decorator in registration ? (registration as ServiceDecorator)[decorator] : undefined;
}
