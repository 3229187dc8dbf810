import type { Resolver } from 'awilix/browser';
import type { Migrator } from './migrator.ts';
import type { Config } from './config_schema.ts';
import type { Subscriber } from './events.ts';
import type { Logger } from './logger.ts';
import type { Meters } from './meters.ts';
import type { Mount } from './mount.ts';
import type { Caller } from './call.ts';

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
  /** Writes lines with the name of the module that asks for it. */
  logger: Logger;
  /** Where a module gets meters from, which `/metrics` shows. */
  meters: Meters;
  /** Address that people reach this installation by, without a trailing slash; known once the server listens. */
  publicUrl: () => string;
}

export type ServiceName = keyof Services;

export type Environment = 'development' | 'test' | 'production';

/** Lists that modules add to, by name of the extension point; merged like `Services`. */
export interface ExtensionPoints {
  changeListeners: ChangeListener;
  migrator: Migrator;
  /** Express middleware at addresses of its own. */
  mounts: Mount;
  /** What production should not be told, or not silently. */
  safetyRules: readonly SafetyRule[];
  /** Filled with what the modules have in their folders `subscribers/`. */
  subscribers: Subscriber;
}

/** An installation, for rules to look at. */
export interface SafetySubject {
  /** What its server has, or would have. */
  readonly config: Config;
  readonly services: Services;
  /** Whether modules are exchanged while it serves. */
  readonly live: boolean;
}

/** A setting that is fine for a first look, and not for a site that people use; data, but for the look itself. */
export interface SafetyRule {
  /** Name of the setting: `http.trustedProxies`, `modules.users.jwtSecret`. */
  readonly setting: string;
  /** Production does not start with what is `refused`, and tells of what is `warned` in its log. */
  readonly severity: 'refused' | 'warned';
  /** A sentence on what comes of it; never the value. */
  readonly message: string;
  /** A sentence on what to do. */
  readonly mend: string;
  /** Whether only a database that is at work can tell. */
  readonly asksDatabase?: boolean;
  isUnsafe(subject: SafetySubject): boolean | Promise<boolean>;
}

/** Reads what modules contributed; a core module keeps its extension points open this way. */
export interface Contributions {
  /** Every contribution to `point`, in the order of the modules. */
  of<P extends keyof ExtensionPoints>(point: P): readonly ExtensionPoints[P][];
  /** Name of the module that gave a contribution, for what the log says of it. */
  moduleOf(contribution: unknown): string;
}

/** What a service may implement to take part in the life of the process; the kernel calls it, in module order. */
export interface Lifecycle {
  /** Opens what the service needs; awaited before the first request. */
  start?(): void | Promise<void>;
  /** Begins what needs other modules at work; called once all of them have started. */
  ready?(): void;
  /** Rejects when the service cannot do its work; asked by `/readyz`. */
  check?(): void | Promise<void>;
  /** What operators should know although the service does its work; shown by `/readyz`, which everybody may ask. */
  operatorRemarks?(): readonly string[];
  /** Begins nothing more of its own accord, because the process is going to end; requests are still served. */
  retire?(): void;
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

/** Wants to know who changes something; the extension point `changeListeners`. */
export interface ChangeListener {
  /** False where nothing needs to be told; calls then take their shortest way. */
  readonly listens: boolean;
  /**
   * Told after each call of an operation that may change something, whatever came of it, and before it is answered. What
   * it throws, or two seconds without an end, is only logged: the change stands.
   */
  changed(caller: Caller): Promise<void>;
}

/** Where services ask what time it is, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
