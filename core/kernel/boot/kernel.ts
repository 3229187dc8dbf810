import { join } from 'node:path';
import type { Express } from 'express';
import { forgetFields } from '../declare/reader.ts';
import { ownUsesOf } from '../declare/records.ts';
import { dateTimeWriter } from '../declare/zone.ts';
import type { ModuleMigrations } from '../declare/migrator.ts';
import type { Services } from '../declare/services.ts';
import { createApp, type AppEntrance, type AppParts } from '../http/app.ts';
import { forgetSchemas } from '../modules/check_schema.ts';
import type { StartRemark } from '../modules/disabled_plugins.ts';
import { setAsideFinder, type FailedPlugin } from '../modules/failed_plugins.ts';
import { compiledFolder } from '../modules/import_file.ts';
import { loadMigrations, type LoadedModule } from '../modules/load_module.ts';
import { viewsOf, type ModuleView } from '../modules/module_view.ts';
import type { MountRecord } from '../routes/mounts.ts';
import { notifyingRoutes } from '../routes/notifying_routes.ts';
import type { Route } from '../routes/route.ts';
import { assemble, type Assembly } from './assemble.ts';
import type { Running } from './running.ts';
import { loadDemos } from './start_modules.ts';
import { startWithIsolation, type Started, type StartParts } from './start_with_isolation.ts';

/** What the boot has read and decided before anything is put together. */
export interface KernelParts extends StartParts {
  /** What there is to say of the files of the configuration. */
  readonly configRemarks: readonly StartRemark[];
}

/** Started modules with what they were made of. */
export interface Generation extends Started {
  readonly parts: StartParts;
}

/** An installation that is put together: its routes are known, its services can be started. */
export class Kernel {
  #parts: KernelParts;
  #assembly: Assembly;
  #entrance: AppEntrance | undefined;
  #running: Running | undefined;
  #stopping: Promise<void> | undefined;
  /** Whether requests are to be sent here. */
  ready = false;

  constructor(parts: KernelParts) {
    this.#parts = parts;
    this.#assembly = assemble(parts, parts.replaceable);
  }

  get config() {
    return this.#parts.own.config;
  }

  get environment() {
    return this.#parts.own.environment;
  }

  get logger() {
    return this.#parts.own.logger;
  }

  get routes(): readonly Route[] {
    return this.#assembly.table.routes;
  }

  /** Express middleware that modules have mounted; its answers are not filtered. */
  get mounts(): readonly MountRecord[] {
    return this.#assembly.mounts;
  }

  get remarks(): readonly StartRemark[] {
    const { failed, configRemarks } = this.#parts;
    return [...this.#assembly.table.remarks, ...failed.remarks, ...configRemarks];
  }

  /** What the configuration has switched off: plugins that are not loaded, and single routes. */
  get disabled(): { readonly plugins: readonly string[]; readonly routes: readonly Route[] } {
    const plugins = this.#parts.failed.disabled.map(({ module }) => module);
    return { plugins, routes: this.#assembly.table.disabled };
  }

  get setAside(): readonly FailedPlugin[] {
    return this.#parts.failed.list;
  }

  get modules(): readonly ModuleView[] {
    return viewsOf(this.#assembly.modules);
  }

  get services(): Services {
    return this.#assembly.registry.services;
  }

  /** The Express application; mount your own middleware behind the kernel's, once it has started. */
  get app(): Express {
    return this.entrance.app;
  }

  /** Names of the services that a module has asked for so far, of its own and of others. */
  asked(module: string): readonly string[] {
    const { modules, registry } = this.#assembly;
    const resources = modules.find(({ name }) => name === module)?.resources ?? [];
    return [...new Set([...registry.asked(module), ...resources.flatMap(({ target }) => ownUsesOf(target))])];
  }

  /** Migrations of a plugin that is not started; none of its other files is read. @throws ModuleFault naming the file */
  migrationsOf(plugin: string): Promise<ModuleMigrations> {
    const { root, hooks } = this.#parts;
    const folder = { layer: 'plugins' as const, name: plugin, folder: join(root, 'plugins', plugin) };
    const { isolation } = hooks;
    return loadMigrations(folder, { root, compiled: compiledFolder, config: this.config, isolation });
  }

  /** Starts the services and runs the migrations. */
  async start(): Promise<void> {
    if (this.#running) return;
    const first = this.#assembly;
    const { assembly, running } = await startWithIsolation(this.#parts, first);
    this.#running = running;
    this.#assembly = assembly;
    if (assembly !== first) this.#entrance?.exchange(this.#appParts());
    this.#report();
    this.ready = true;
  }

  /**
   * Loads the demo data of every module that has some and did not load it yet.
   * @returns the names of the modules
   * @throws ModuleFault of the first that failed, once the others are loaded
   */
  async loadDemo(): Promise<readonly string[]> {
    await this.start();
    const [migrator] = this.#assembly.registry.contributions.of('migrator');
    return migrator ? loadDemos(this.#assembly, migrator) : [];
  }

  /** Announces the end of the process: `/readyz` answers 503, and services begin nothing more on their own. */
  async retire(): Promise<void> {
    this.ready = false;
    if (!this.#stopping) this.#running?.retire();
  }

  /** Ends everything in the reverse order of the start; a second call waits for the first. */
  stop(): Promise<void> {
    this.ready = false;
    return (this.#stopping ??= this.end());
  }

  protected get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  protected async end(): Promise<void> {
    await this.#running?.stop();
  }

  protected get entrance(): AppEntrance {
    return (this.#entrance ??= createApp(this.#appParts()));
  }

  /** The started modules; undefined before the start. */
  protected get generation(): Generation | undefined {
    const running = this.#running;
    return running && { parts: this.#parts, assembly: this.#assembly, running };
  }

  /** Answers later requests by other modules. @throws Error when they cannot be served; the former ones go on then */
  protected replace({ parts, assembly, running }: Generation): void {
    const former = [this.#parts, this.#assembly, this.#running] as const;
    const reported = new Set([
      ...this.setAside.map(({ reason }) => reason),
      ...this.remarks.map(({ message }) => message),
    ]);
    [this.#parts, this.#assembly, this.#running] = [{ ...this.#parts, ...parts }, assembly, running];
    try {
      this.#entrance?.exchange(this.#appParts());
    } catch (error) {
      [this.#parts, this.#assembly, this.#running] = former;
      throw error;
    }
    assembly.registry.tracking?.rebind();
    forgetFields();
    forgetSchemas();
    this.#report(reported);
  }

  /** Logs failed plugins and remarks, except for those that were reported before. */
  #report(reported: ReadonlySet<string> = new Set()): void {
    for (const { module, reason, fault } of this.setAside)
      if (!reported.has(reason)) this.logger.error({ module, err: fault }, `set aside: ${reason}`);
    for (const { file, message } of this.remarks) if (!reported.has(message)) this.logger.warn({ file }, message);
  }

  #appParts(): AppParts {
    const { own, failed, hooks } = this.#parts;
    const { config, logger, publicUrl } = own;
    const { modules, mounts, registry, table } = this.#assembly;
    const { contributions } = registry;
    const probes = {
      isReady: () => this.ready,
      check: async () => this.#running?.check() ?? [],
      remarks: () => this.#running?.remarks() ?? [],
    };
    const ownerOf = (one: object) => {
      const owner = contributions.moduleOf(one);
      return modules.find(({ name }) => name === owner) as LoadedModule;
    };
    return {
      config,
      logger,
      routes: notifyingRoutes(table.routes, contributions, logger),
      mounts,
      authenticators: contributions.of('authenticators'),
      ownerOf,
      write: { writeDateTime: dateTimeWriter(config.zone), publicUrl },
      setAside: setAsideFinder(failed.list),
      ...hooks.app({ assembly: this.#assembly, failed, probes }),
    };
  }
}
