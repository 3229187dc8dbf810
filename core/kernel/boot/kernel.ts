import type { RequestHandler } from 'express';
import type { Services } from '../declare/services.ts';
import { compileApp, createApp, type AppHandle, type CompiledApp, type KernelApp } from '../http/app.ts';
import { publicPathOf } from '../http/public_path.ts';
import type { FailedPlugin } from '../modules/failed_plugins.ts';
import type { Route } from '../routes/route.ts';
import type { Assembly } from '../routes/assembly.ts';
import { assemble } from './assemble.ts';
import { appPartsOf } from './app_parts.ts';
import type { RunningServices } from './running_services.ts';
import { startWithIsolation, type StartParts } from './start_with_isolation.ts';

/** An assembled installation: its routes are resolved, its services can be started. Nothing changes after the start. */
export class Kernel {
  /** Without the plugins that have failed at the start, once the start has ended. */
  #assembly: Assembly;
  #appHandle: AppHandle | undefined;
  #compiledApp: CompiledApp | undefined;
  /** Services of the started modules, once the start has ended. */
  protected running: RunningServices | undefined;
  /** True from the end of the start until the stop is announced or begins; a condition of `/readyz`. */
  protected isReady = false;

  constructor(private readonly parts: StartParts) {
    this.#assembly = assemble(parts);
  }

  get config() {
    return this.parts.own.config;
  }

  get environment() {
    return this.parts.own.environment;
  }

  get logger() {
    return this.parts.own.logger;
  }

  get routes(): readonly Route[] {
    return this.#assembly.table.routes;
  }

  /** Plugins, optional modules of core, and single routes that the configuration disables. */
  get disabled(): { readonly plugins: readonly string[]; readonly routes: readonly Route[] } {
    const plugins = this.parts.failed.disabled.map(({ module }) => module);
    return { plugins, routes: this.#assembly.table.disabled };
  }

  get failedPlugins(): readonly FailedPlugin[] {
    return this.parts.failed.list;
  }

  get services(): Services {
    return this.#assembly.registry.services;
  }

  /**
   * The Express application: a listener of any HTTP server, or middleware of an outer application. Answers 404 to unknown
   * addresses, unless `http.passUnknown` passes them on. To add middleware, call `use`, not `app.use`.
   */
  get app(): KernelApp {
    return this.appHandle.app;
  }

  /** Adds Express middleware for later requests, before the API and before the middleware of modules. */
  use(...handlers: RequestHandler[]): this {
    this.appHandle.use(...handlers);
    return this;
  }

  /** Starts the services and runs the migrations. */
  protected async begin(): Promise<void> {
    const first = this.#assembly;
    const { assembly, running } = await startWithIsolation(this.parts, first);
    this.running = running;
    this.#assembly = assembly;
    if (this.#compiledApp && assembly !== first) this.#compiledApp = this.#compileApp();
    this.isReady = true;
  }

  protected get assembly(): Assembly {
    return this.#assembly;
  }

  /** The application, created at the first access. */
  protected get appHandle(): AppHandle {
    this.#compiledApp ??= this.#compileApp();
    return (this.#appHandle ??= this.#createApp());
  }

  #createApp(): AppHandle {
    const handle = createApp(this.config, () => this.#compiledApp as CompiledApp);
    const publicPath = publicPathOf(this.config.http.publicUrl);
    handle.app.on('mount', () => {
      const path = handle.app.path().replace(/\/$/, '');
      if (publicPath.endsWith(path)) return;
      const problem = `The kernel is mounted at ${path}, which is missing in the links of its answers`;
      this.logger.warn(`${problem}; end "http.publicUrl" (PUBLIC_URL) with ${path}.`);
    });
    return handle;
  }

  #compileApp(): CompiledApp {
    const probes = { isReady: () => this.isReady, services: () => this.running?.services ?? [] };
    return compileApp(appPartsOf(this.parts, this.#assembly, probes));
  }
}
