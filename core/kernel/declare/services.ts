import type { Migrator } from '../base/migrator.ts';
import type { Config } from '../base/config_schema.ts';
import type { Subscriber } from './events.ts';
import type { Logger } from '../base/logger.ts';
import type { Meters } from '../base/meters.ts';
import type { Mount, Pages } from './mount.ts';
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
  /** Present names of renamed modules, by their previous names: `formerly` of their manifests. */
  formerNames: ReadonlyMap<string, string>;
  /** Logger that adds the name of the requesting module. */
  logger: Logger;
  /** Creates the meters of a module, for `/metrics`. */
  meters: Meters;
  /**
   * Public address of this installation, without a trailing slash. Call the function only when the server listens.
   *
   * @example
   * const link = `${publicUrl()}/account`;
   */
  publicUrl: () => string;
}

export type ServiceName = keyof Services;

/**
 * Environment that the process runs in, by `NODE_ENV`.
 *
 * @example
 * if (environment === 'production') throw new Error('The demo plugin does not run in production.');
 */
export type Environment = 'development' | 'test' | 'production';

/** Extension points by name, with the type of their contributions; merged like `Services`. */
export interface ExtensionPoints {
  changeListeners: ChangeListener;
  migrator: Migrator;
  /** Express middleware, each at an address of its own. */
  mounts: Mount;
  /** Pages outside the API. */
  pages: Pages;
  /** Rules for settings that are unsafe in production. */
  safetyRules: readonly SafetyRule[];
  /** Filled with the subscribers in the folders `subscribers/` of the modules. */
  subscribers: Subscriber;
}

/** Configuration and services of an installation, the argument of safety rules. */
export interface SafetySubject {
  /** Configuration of the server. In a command such as `lectern doctor`, `services.config` may differ. */
  readonly config: Config;
  readonly services: Services;
  /** Whether modules can be replaced while the server runs, as in `lectern dev`. */
  readonly live: boolean;
}

/** A rule about a setting that is acceptable for development, but not in production. */
export interface SafetyRule {
  /** Name of the setting: `http.trustedProxies`, `modules.users.jwtSecret`. */
  readonly setting: string;
  /**
   * A `refused` setting stops the start in production; one of a plugin makes the plugin fail. A `warned` setting is
   * logged, and so is any setting whose rule needs the database.
   */
  readonly severity: 'refused' | 'warned';
  /** A sentence on the consequence; never contains the value of the setting. */
  readonly message: string;
  /** A sentence with the fix. */
  readonly fix: string;
  /** Whether the check needs the database. */
  readonly asksDatabase?: boolean;
  isUnsafe(subject: SafetySubject): boolean | Promise<boolean>;
}

/**
 * Reads contributions of modules to extension points.
 *
 * @example
 * const sources = contributions.of('quoteSources');
 */
export interface Contributions {
  /** Every contribution to `point`, in the order of the modules. */
  of<P extends keyof ExtensionPoints>(point: P): readonly ExtensionPoints[P][];
  /** Name of the module of a contribution that `of` has returned; `unknown` for other values. */
  moduleOf(contribution: unknown): string;
}

/** Lifecycle methods that a service may implement. `start` and `ready` are called in module order. */
export interface Lifecycle {
  /** Opens connections and other resources of the service; awaited before the first request. */
  start?(): void | Promise<void>;
  /** Starts work that needs other modules; called once all modules have started. */
  ready?(): void;
  /** Throws or rejects when the service is not functional; called by `/readyz`. */
  check?(): void | Promise<void>;
  /** Texts for operators; shown by `/readyz`, which is public. */
  operatorRemarks?(): readonly string[];
  /** Stops work that the service starts itself, because the process is about to end; requests are still served. */
  retire?(): void;
  /** Releases all resources, also after a failed start; called in reverse order of the start. */
  stop?(): void | Promise<void>;
}

/** Listener for changes by signed-in callers, contributed to the extension point `changeListeners`. */
export interface ChangeListener {
  /** Whether the listener needs notifications; read once, at the start. */
  readonly listens: boolean;
  /**
   * Called after an operation that may write, even if the operation failed, and before the answer. An error or a timeout
   * of two seconds is only logged, because the operation has already ended.
   */
  changed(caller: Caller): Promise<void>;
}

/**
 * Clock of the services, which tests can move.
 *
 * @example
 * const today = clock.now();
 */
export interface Clock {
  now(): Date;
}
