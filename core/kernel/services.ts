import type { Resolver } from 'awilix';
import type { Authenticator } from './auth/authenticator.ts';
import type { Roles } from './auth/roles.ts';
import type { Migrator } from './boot/migrator.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/schema.ts';
import type { Subscriber } from './events.ts';
import type { Logger } from './log.ts';
import type { Mount } from './mount.ts';

/**
 * Every service by name. A module adds its own by merging this interface:
 *
 * @example
 * declare module 'lectern' {
 *   interface Services {
 *     vipLevels: Levels;
 *   }
 * }
 */
export interface Services {
  clock: Clock;
  config: Config;
  contributions: Contributions;
  environment: Environment;
  logger: Logger;
  /** Address that people reach this installation by, without a trailing slash; known once the server listens. */
  publicUrl: () => string;
  roles: Roles;
}

export type ServiceName = keyof Services;

export type Environment = 'development' | 'test' | 'production';

/** Lists that modules add to, by name of the extension point; merged like `Services`. */
export interface ExtensionPoints {
  authenticators: Authenticator;
  migrator: Migrator;
  /** Express middleware at addresses of its own. */
  mounts: Mount;
  /** Filled with what the modules have in their folders `subscribers/`. */
  subscribers: Subscriber;
}

/** Reads what modules contributed; a core module keeps its extension points open this way. */
export interface Contributions {
  /** Every contribution to `point`, in the order of the modules. */
  of<P extends keyof ExtensionPoints>(point: P): readonly ExtensionPoints[P][];
}

/** What a service may implement to take part in the life of the process; the kernel calls it, in module order. */
export interface Lifecycle {
  /** Opens what the service needs; awaited before the first request. */
  start?(): void | Promise<void>;
  /** Begins what needs other modules at work; called once all of them have started. */
  ready?(): void;
  /** Rejects when the service cannot do its work; asked by `/readyz`. */
  check?(): void | Promise<void>;
  /** Lets go of everything; called in reverse order, after the last request. */
  stop?(): void | Promise<void>;
}

const extensionPoint = Symbol('extension point');

type Contribution<T> = Resolver<T> & { readonly [extensionPoint]?: keyof ExtensionPoints };

/**
 * Marks a service as a contribution to an extension point.
 *
 * @example
 * export default { tokens: contributes('authenticators', asClass(Tokens)) };
 */
export function contributes<P extends keyof ExtensionPoints, T extends ExtensionPoints[P]>(
  point: P,
  resolver: Resolver<T>,
): Resolver<T> {
  const contribution: Contribution<T> = Object.assign(resolver, { [extensionPoint]: point });
  return contribution;
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
 * Wraps a service that an earlier module gives, instead of replacing it.
 *
 * @example
 * export default { settings: decorates<Settings>((previous) => new CachedSettings(previous)) };
 */
export function decorates<T>(wrap: (previous: T, services: Services) => T): ServiceDecorator<T> {
  return { [decorator]: wrap };
}

/** The wrapping function of a decorator registration, or undefined for anything else. */
export function wrapOf(registration: object): ((previous: unknown, services: Services) => unknown) | undefined {
  return decorator in registration ? (registration as ServiceDecorator)[decorator] : undefined;
}
