import type { Express } from 'express';
import type { Config } from '../config/schema.ts';
import type { Guard } from '../guard/guard.ts';
import type { Leak } from '../leaks/leak_report.ts';
import type { LogDestination, Logger } from '../log.ts';
import type { Environment, Services } from '../services.ts';
import type { SetAside } from './assemble.ts';
import type { LiveGround } from './live/next_generation.ts';
import type { Reloaded } from './live/reloads.ts';
import type { ModuleMigrations } from './migrator.ts';
import type { ModuleView } from './module_view.ts';
import type { MountRecord } from './mounts.ts';
import type { Route, RouteRemark } from './routes.ts';
import type { StartParts } from './start_fit.ts';

/** An installation that is put together: its routes are known, its services can be started. */
export interface Kernel {
  readonly config: Config;
  readonly environment: Environment;
  readonly logger: Logger;
  readonly routes: readonly Route[];
  /** Express middleware that modules have mounted; nothing of what it answers is filtered. */
  readonly mounts: readonly MountRecord[];
  readonly remarks: readonly RouteRemark[];
  /** Fields that operations have handed over and filters have withheld, where `leakReport` is on. */
  readonly leaks: readonly Leak[];
  readonly setAside: readonly SetAside[];
  /** What the configuration has switched off: plugins that are there but not loaded, and single routes. */
  readonly disabled: { readonly plugins: readonly string[]; readonly routes: readonly Route[] };
  readonly modules: readonly ModuleView[];
  readonly services: Services;
  /** Names of the services that a module has asked for so far, of its own and of others. */
  asked(module: string): readonly string[];
  /** The Express application; mount your own middleware behind the kernel's, once it has started. */
  readonly app: Express;
  /** Address of the running server, without a trailing slash. */
  readonly url: string;
  /** Migrations of a plugin that is not at work, none of its other files read. @throws ModuleFault naming the file */
  migrationsOf(plugin: string): Promise<ModuleMigrations>;
  /** Starts the services, runs the migrations. */
  start(): Promise<void>;
  /** Starts what is not started yet and listens. @returns the URL */
  listen(): Promise<string>;
  /**
   * Loads the demo data of every module that has some and did not load it yet.
   * @returns their names
   * @throws ModuleFault of the first that failed, once the others are loaded
   */
  loadDemo(): Promise<readonly string[]>;
  /**
   * Exchanges modules whose files have changed, have come or are gone, with all that depends on them: what is new is built
   * and started beside what is there, which answers until then and is stopped when its last request has been answered.
   * Where that fails, it goes on; the log says why. For a kernel that was created with `live`.
   * @param names of plugins, or `custom`
   */
  reload(names: readonly string[]): Promise<Reloaded>;
  /**
   * Makes known that this process is going to end: `/readyz` answers 503, every answer asks its client to connect anew, and
   * requests are served for `http.lameDuckMs` more. `stop` comes next.
   */
  retire(): Promise<void>;
  /** Drains requests, stops the services, closes the database last. */
  stop(): Promise<void>;
}

/** What the boot has read and decided before anything is put together. */
export interface Parts extends StartParts {
  /** Where the line of each request goes, if anywhere. */
  readonly requests: LogDestination | undefined;
  readonly guard: Guard;
  /** What there is to say of the files of the configuration. */
  readonly configRemarks: readonly RouteRemark[];
  /** Whether a second thread is to say who blocks the event loop. */
  readonly watched: boolean;
  /** What is needed to exchange modules, where that is wanted. */
  readonly live?: LiveGround | undefined;
}
