import cluster from 'node:cluster';
import { join, relative } from 'node:path';
import { Kernel } from '../kernel/boot/kernel.ts';
import type { StartParts } from '../kernel/boot/start_with_isolation.ts';
import type { ModuleMigrations } from '../kernel/base/migrator.ts';
import type { Services } from '../kernel/declare/services.ts';
import { loadMigrations, type LoadContext } from '../kernel/modules/load_module.ts';
import { pluginNamed, type ModuleFolder } from '../kernel/modules/layers.ts';
import { usedBy } from '../kernel/extensions/used_at_start.ts';
import type { UsedThing } from '../kernel/modules/uses.ts';
import type { StartRemark } from '../kernel/routes/route.ts';
import type { MountRecord } from '../kernel/extensions/mount_records.ts';
import { remarksOnDisabled } from './config/load_config.ts';
import { warnOfUnsafeSettings } from './inspect/examine_safety.ts';
import { viewsOf, type ModuleView } from './inspect/module_view.ts';
import { remarksOnFiles, remarksOnRoles } from './inspect/misspelt_names.ts';
import { Examples } from './openapi/examples.ts';
import { remarksOnOverrides } from './inspect/override_records.ts';
import { remarksOnRoutes, remarksOnPoints } from './inspect/route_remarks.ts';
import { remarksOnPermissions, unknownPermissions, type UnknownPermission } from './inspect/unknown_permissions.ts';
import type { PluginGuard } from './isolation/guard.ts';
import { remarksOnPackages } from './loader/installed_packages.ts';
import type { PluginGrants } from './loader/plugin_grants.ts';
import type { Host } from './host.ts';
import { loadDemos } from './load_demos.ts';
import { refuseTakenPort } from './server/free_port.mjs';
import { OpenPort } from './server/open_port.ts';
import { remarksOnPages } from './server/page_records.ts';
import { flushTelemetry } from './telemetry/request_spans.ts';

export interface HostedParts {
  readonly host: Host;
  readonly context: LoadContext;
  readonly configRemarks: readonly StartRemark[];
  readonly guard: PluginGuard;
  readonly grants: PluginGrants;
  /** Whether a thread reports code which blocks the event loop. */
  readonly watched: boolean;
  /** Whether another kernel may replace this one while the process serves. */
  readonly live: boolean;
}

/** A kernel with a server: listens, and drains its requests at the end. May take over the server of another kernel. */
export class HostedKernel extends Kernel {
  #port: OpenPort | undefined;
  /** The serving kernel that `listen` replaces; undefined afterwards. */
  #replaces: HostedKernel | undefined;
  #formerStopped: Promise<void> | undefined;
  /** Settles when the running start ends; undefined before and after. */
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(
    parts: StartParts,
    private readonly hosted: HostedParts,
    replaces: HostedKernel | undefined,
  ) {
    super(parts);
    this.#replaces = replaces;
  }

  /** Parts of the process for a kernel that replaces this one. */
  get host(): Host {
    return this.hosted.host;
  }

  /** Warnings for operators and authors that do not stop the start. Each access reads files of the modules. */
  get remarks(): readonly StartRemark[] {
    const { configRemarks, context } = this.hosted;
    const onDisabled = remarksOnDisabled(context.root, this.config);
    const onPermissions = remarksOnPermissions(this.unknownPermissions);
    const { routes, disabled, remarks, pages = [] } = this.assembly.table;
    const onRoutes = [...remarksOnRoutes([...routes, ...disabled]), ...remarks, ...remarksOnPages(pages)];
    const onPoints = remarksOnPoints(this.assembly.modules);
    const onExamples = new Examples(this.assembly.modules).remarks.map(({ file, message }) => ({
      file: relative(context.root, file),
      message,
    }));
    const failed = this.failedPlugins.map(({ module }) => this.#pluginFolder(module));
    const onFiles = remarksOnFiles([...this.assembly.modules, ...failed], context.root);
    const onNames = [...onFiles, ...remarksOnPackages(this.assembly.modules), ...remarksOnRoles(this.assembly.modules)];
    const found = [...onRoutes, ...onPermissions, ...onPoints, ...onExamples, ...onDisabled, ...onNames];
    return [...found, ...configRemarks, ...remarksOnOverrides(this)];
  }

  /** Express middleware mounted by modules; its answers are not filtered. */
  get mounts(): readonly MountRecord[] {
    return this.assembly.table.mounts ?? [];
  }

  /** Permissions that routes or mounts require and no role carries, one entry for each file and permission. */
  get unknownPermissions(): readonly UnknownPermission[] {
    const { registry, table } = this.assembly;
    return unknownPermissions([...table.routes, ...this.mounts], registry.services.roles);
  }

  get modules(): readonly ModuleView[] {
    return viewsOf(this.assembly.modules);
  }

  /** Address of the server without a trailing slash; until `listen` has opened the port, with the configured one. */
  get url(): string {
    if (this.#replaces) return this.#replaces.url;
    const { host } = this.config.http;
    const port = this.#port?.number ?? this.config.http.port;
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${port}`;
  }

  /** Services of other modules that a module has requested so far, by the module that owns them. */
  foreignServices(module: string): ReadonlyMap<string, readonly string[]> {
    const { requested, offers } = this.assembly.registry;
    const found = new Map<string, string[]>();
    for (const name of requested.get(module) ?? []) {
      const owner = offers.otherOwner(name, module);
      if (owner !== undefined) found.set(owner, [...(found.get(owner) ?? []), name]);
    }
    return found;
  }

  /** What a module uses of others: services that it has requested so far, and what registrations and routes show. */
  usedBy(name: string): readonly UsedThing[] {
    const module = this.assembly.modules.find((one) => one.name === name);
    return module ? usedBy(module, this.assembly) : [];
  }

  /** Purposes of the services that modules offer to plugins, by the names of the services. */
  get offers(): ReadonlyMap<string, string> {
    return this.assembly.registry.offers.purposes;
  }

  /** Services as a command of a module may request them. */
  servicesOf(name: string, file: string): Services {
    const { modules, registry } = this.assembly;
    const module = modules.find((one) => one.name === name);
    return module ? registry.visibleTo({ module, file, name: 'the command' }) : registry.services;
  }

  /** Reads the migrations of a loaded plugin, or of one in `plugins/`, without running them. @throws ModuleFault, or Error of the file system */
  migrationsOf(plugin: string): Promise<ModuleMigrations> {
    return loadMigrations(this.#pluginFolder(plugin), this.hosted.context);
  }

  /** Folder of a plugin that does not run. */
  #pluginFolder(name: string): ModuleFolder {
    const { root } = this.hosted.context;
    return pluginNamed(root, name) ?? { layer: 'plugins', name, folder: join(root, 'plugins', name) };
  }

  /** Starts the services and runs the migrations. Does nothing once the kernel has started; a call during the start awaits it. */
  async start(): Promise<void> {
    if (this.running) return;
    this.#starting ??= this.begin().finally(() => (this.#starting = undefined));
    await this.#starting;
  }

  protected override async begin(): Promise<void> {
    await super.begin();
    this.host.report.log(this);
    const { config, services, hosted } = this;
    if (!this.#replaces) await warnOfUnsafeSettings({ config, services, live: hosted.live });
  }

  /**
   * Loads missing demo data. The database must be started and migrated, the other services need not be.
   * @returns names of the modules whose data was loaded now
   */
  loadDemo(): Promise<readonly string[]> {
    return loadDemos(this.assembly);
  }

  /**
   * Starts the kernel if needed and listens, on the open port of the kernel that it replaces if there is one.
   * @returns the URL @throws Error when the port is taken or the start fails
   */
  async listen(): Promise<string> {
    if (this.#replaces) {
      await this.start();
      this.#takeOver(this.#replaces);
    } else await this.#openPort();
    this.hosted.grants.record(this.assembly.modules, this.logger);
    if (this.hosted.watched) this.hosted.guard.watchLoop();
    return this.url;
  }

  async #openPort(): Promise<void> {
    const { logger, config, host } = this;
    // Checked first, because migrations and demo data would be wasted work if the port is taken.
    if (!this.running && !cluster.isWorker) await refuseTakenPort(config.http);
    await this.start();
    const { admission } = host;
    this.#port = await OpenPort.open({ appHandle: this.appHandle, admission, http: config.http, logger });
    const { url } = this;
    const pages = this.services.contributions.of('pages').map(({ address }) => [address.slice(1), address]);
    const links = [['reference', '/docs'], ...pages].map(([name = '', address = '']) => `${name}: ${url}${address}`);
    this.logger.info({ url }, `Lectern is ready at ${url} (${links.join(', ')})`);
  }

  /** Directs later requests to this kernel. The former one stops after its last request, or after `http.drainTimeout`. */
  #takeOver(former: HostedKernel): void {
    const port = former.#port as OpenPort;
    const lastAnswers = port.serve(this.appHandle, this.config.http.drainTimeout);
    [this.#port, former.#port, this.#replaces] = [port, undefined, undefined];
    this.#formerStopped = lastAnswers.then(() => former.stop());
  }

  /**
   * Announces the stop: `/readyz` answers 503, started services get `retire()`, and answers close their connections.
   * Requests are still served. A kernel that listens waits for `http.lameDuckMs`; call `stop` after that.
   */
  async retire(): Promise<void> {
    this.isReady = false;
    if (this.#stopping) return;
    this.running?.retire();
    await this.#port?.retire();
  }

  /** Drains the requests, then stops all services in reverse order of the start. A second call returns the promise of the first. */
  stop(): Promise<void> {
    this.isReady = false;
    return (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    await this.#port?.close();
    await this.#formerStopped;
    await this.running?.stop();
    await flushTelemetry();
    this.hosted.guard.stop();
  }
}
